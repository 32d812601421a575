import type { Http2ServerRequest } from "node:http2";
import { canceled } from "../../runtime/abort.ts";
import { isGone, type RawRequest } from "../http/raw-request.ts";

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

  /** Resolves when it is the call's turn. */
  wait(request: RawRequest): Promise<void> {
    if (isGone(request)) return Promise.reject(canceled());
    // Only HTTP/2 waits for long. The calls of an HTTP/1.1 connection, which would all listen to one socket, wait for turns
    // of the event loop alone.
    const stream = request.httpVersionMajor === 1 ? undefined : (request as Http2ServerRequest).stream;
    return new Promise((resolve, reject) => {
      const call: WaitingCall = {
        request,
        goOn: () => {
          stream?.off("close", call.giveUp);
          resolve();
        },
        giveUp: () => {
          this.#calls.delete(call);
          reject(canceled());
        },
      };
      stream?.once("close", call.giveUp);
      this.#calls.add(call);
    });
  }

  /** Lets the first go on whose caller is still there. */
  admitNext(): void {
    for (const call of this.#calls) {
      this.#calls.delete(call);
      if (isGone(call.request)) {
        call.giveUp();
        continue;
      }
      call.goOn();
      return;
    }
  }
}
