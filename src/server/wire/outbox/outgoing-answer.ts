import { isHttp2, type RawRequest, wayOf } from "../http/raw-request.ts";
import type { Hold, HoldOptions } from "./outbox.ts";
import type { UnreadAnswers } from "./unread-answers.ts";

/**
 * An answer that the library sends in chunks, which count until they are read. Over HTTP/1.1, the request for
 * the next chunk means that the previous one has left. HTTP/2 buffers what the client's window does not take,
 * and makes the library wait only for large chunks.
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

  /** Counts the whole encoded answer while it waits for compression; the first chunk replaces it. */
  made(byteLength: number): void {
    this.#hold(byteLength);
    this.#isMade = true;
  }

  add(byteLength: number): void {
    if (this.#isMade) this.release();
    this.#hold(byteLength, this.#options);
  }

  /** Called when the library asks for the next chunk; throws if the answer was cut off. */
  next(): void {
    this.end();
    if (this.#isCut)
      throw Object.assign(new Error("the answer was not read in time"), { code: "ECONNRESET" });
  }

  /** Chunks that are still unread count until the call closes. */
  end(): void {
    if (this.#isTaken) this.release();
  }

  readonly release = (): void => {
    this.#isMade = false;
    wayOf(this.request).off("close", this.release);
    for (const hold of this.#holds.splice(0)) hold.release();
  };

  #hold(byteLength: number, options?: HoldOptions): void {
    const way = wayOf(this.request);
    // "close" would not be emitted again.
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
    // The library waits for "drain" before it continues; it would log a canceled write as an error.
    if (isHttp2(this.request)) this.request.stream.emit("drain");
  };
}
