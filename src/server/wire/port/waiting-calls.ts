import type { EventEmitter } from "node:events";
import { canceled } from "../../../runtime/abort.ts";
import { isGone, isHttp2, type RawRequest } from "../http/raw-request.ts";

interface WaitingCall {
  readonly request: RawRequest;
  readonly goOn: () => void;
  readonly giveUp: () => void;
}

/**
 * Calls that wait for their turn with an answer, first come first served. A call whose caller has gone away is rejected as
 * canceled, so that nobody keeps its answer or encodes it.
 */
export class WaitingCalls {
  readonly #calls = new Set<WaitingCall>();

  get size(): number {
    return this.#calls.size;
  }

  /**
   * Resolves when it is the call's turn. A call over HTTP/1.1 whose response is given, as others are before it, goes on as
   * soon as that response has the connection.
   */
  wait(request: RawRequest, behind?: EventEmitter): Promise<void> {
    if (isGone(request)) return Promise.reject(canceled());
    // Others over HTTP/1.1, which would all listen to one socket, wait for turns of the event loop alone.
    const way: EventEmitter | undefined = isHttp2(request) ? request.stream : behind;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#calls.delete(call);
        way?.off("close", call.giveUp);
        behind?.off("socket", call.goOn);
      };
      const call: WaitingCall = {
        request,
        goOn: () => {
          leave();
          resolve();
        },
        giveUp: () => {
          leave();
          reject(canceled());
        },
      };
      way?.once("close", call.giveUp);
      behind?.once("socket", call.goOn);
      this.#calls.add(call);
    });
  }

  /** Lets the first go on whose caller is still there. */
  admitNext(): void {
    for (const call of this.#calls) {
      if (isGone(call.request)) {
        call.giveUp();
        continue;
      }
      call.goOn();
      return;
    }
  }
}
