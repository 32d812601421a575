import { isHttp2, type RawRequest, wayOf } from "../http/raw-request.ts";
import type { Hold, HoldOptions } from "./outbox.ts";
import type { UnreadAnswers } from "./unread-answers.ts";

/**
 * One answer that a library sends in pieces, which count until they are taken. Over HTTP/1.1 a consumer that asks for the
 * next piece has got rid of the one before; HTTP/2 keeps what the caller's window does not take, and makes the library
 * wait for large pieces only.
 */
export class OutgoingAnswer {
  readonly unread: UnreadAnswers;
  readonly request: RawRequest;
  readonly #options: HoldOptions;
  #holds: Hold[] = [];
  #isMade = false;
  #isCut = false;

  constructor(unread: UnreadAnswers, request: RawRequest) {
    this.unread = unread;
    this.request = request;
    this.#options = isHttp2(request)
      ? { onCut: this.#cut, isTaken: () => this.#isTaken }
      : { onCut: this.#cut };
  }

  /** Counts the whole answer, which was just encoded and may wait long to be compressed: its first piece takes its place. */
  made(byteLength: number): void {
    this.#hold(byteLength);
    this.#isMade = true;
  }

  /** Counts a piece that is handed on. */
  add(byteLength: number): void {
    if (this.#isMade) this.release();
    this.#hold(byteLength, this.#options);
  }

  /** Called when the library asks for the next piece. Throws for an answer that was given up: nothing more is to be sent. */
  next(): void {
    this.end();
    if (this.#isCut)
      throw Object.assign(new Error("the answer was not read in time"), { code: "ECONNRESET" });
  }

  /** What is left now counts until the call is closed. */
  end(): void {
    if (this.#isTaken) this.release();
  }

  /** Nothing of the answer is kept any longer. */
  readonly release = (): void => {
    this.#isMade = false;
    wayOf(this.request).off("close", this.release);
    for (const hold of this.#holds.splice(0)) hold.release();
  };

  #hold(byteLength: number, options?: HoldOptions): void {
    const way = wayOf(this.request);
    // Nobody would hear a second time that it is closed.
    if (way.destroyed) return;
    if (this.#holds.length === 0) way.once("close", this.release);
    this.#holds.push(this.unread.hold(this.request, byteLength, options));
  }

  get #isTaken(): boolean {
    const { request } = this;
    return !isHttp2(request) || request.stream.destroyed || request.stream.writableLength === 0;
  }

  readonly #cut = (): void => {
    this.#isCut = true;
    // The library waits for this before it asks for more; it would take a canceled write for a fault and print it.
    if (isHttp2(this.request)) this.request.stream.emit("drain");
  };
}
