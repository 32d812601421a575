import { constants, type ServerHttp2Stream } from "node:http2";
import type { Socket } from "node:net";

/** How often answers are looked at within the time that callers have. */
const LOOKS = 4;

/**
 * Cuts off callers who take nothing of an answer for the time set, or half as long again at most, whatever route it came
 * from: budgets and deadlines of single routes are no more than shorter ways to the same end. Of an HTTP/1.1 caller the
 * connection is closed, of an HTTP/2 caller the call.
 */
export class StalledAnswers {
  readonly #watches = new Set<Watch>();
  readonly #timer: NodeJS.Timeout;

  constructor(timeoutMs: number) {
    this.#timer = setInterval(() => this.look(), timeoutMs / LOOKS).unref();
  }

  /** Watches what is written to a connection; HTTP/2 writes past its socket, so there this sees nothing. */
  readonly watchConnection = (socket: Socket): void => this.#watch(socket, new ConnectionWatch(socket));

  /** Watches a call; `onCut` is called as long as a call is there that was closed. */
  watchCall(stream: ServerHttp2Stream, onCut: () => void): void {
    this.#watch(stream, new CallWatch(stream, onCut));
  }

  look(): void {
    for (const watch of this.#watches) watch.look();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #watch(way: Socket | ServerHttp2Stream, watch: Watch): void {
    this.#watches.add(watch);
    way.once("close", () => this.#watches.delete(watch));
  }
}

abstract class Watch {
  /** Looks in a row that found the answer stuck. */
  #looks = 0;

  look(): void {
    this.#looks = this.isStuck() ? this.#looks + 1 : 0;
    if (this.#looks > LOOKS) this.cut();
  }

  /** Whether nothing was taken since the look before, though there is something to take. */
  protected abstract isStuck(): boolean;
  protected abstract cut(): void;
}

class ConnectionWatch extends Watch {
  readonly #socket: Socket;
  #takenBytes = -1;

  constructor(socket: Socket) {
    super();
    this.#socket = socket;
  }

  protected override isStuck(): boolean {
    const { bytesWritten, writableLength } = this.#socket;
    const before = this.#takenBytes;
    // Those written count from the moment they are handed over.
    this.#takenBytes = bytesWritten - writableLength;
    return writableLength > 0 && this.#takenBytes === before;
  }

  protected override cut(): void {
    this.#socket.destroy();
  }
}

class CallWatch extends Watch {
  readonly #stream: ServerHttp2Stream;
  readonly #onCut: () => void;
  #isDrainAwaited = false;

  constructor(stream: ServerHttp2Stream, onCut: () => void) {
    super();
    this.#stream = stream;
    this.#onCut = onCut;
  }

  override look(): void {
    if (this.#stream.closed) this.#onCut();
    else super.look();
  }

  protected override isStuck(): boolean {
    const stream = this.#stream;
    // A whole answer that is taken ends the call; what is left of the request has its own time.
    if (stream.writableEnded) return true;
    if (!stream.writableNeedDrain) return false;
    if (this.#isDrainAwaited) return true;
    this.#isDrainAwaited = true;
    stream.once("drain", () => {
      this.#isDrainAwaited = false;
    });
    return false;
  }

  protected override cut(): void {
    this.#stream.close(constants.NGHTTP2_CANCEL);
  }
}
