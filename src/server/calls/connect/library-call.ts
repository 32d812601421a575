import { AsyncLocalStorage } from "node:async_hooks";

/** What functions that the library calls by itself have to know of the call they work for. */
export interface LibraryCall {
  /** Fires when the caller goes away. */
  readonly signal: AbortSignal | undefined;
  /** The JSON of the answer where it is ready; it is sent in place of the message that the library is given. */
  json: Uint8Array | undefined;
  /** Whether the answer is sent as it is, though its caller would take a compressed one. */
  isPlain: boolean;
}

export const libraryCalls = new AsyncLocalStorage<LibraryCall>();

const utf8 = new TextEncoder();

/**
 * Encodes the text of messages, or gives the JSON that is ready. Reading that into a message, which the library would then
 * write as the same JSON, takes a hundred times as long as the answer took to make.
 */
export const answerTextEncoder = {
  encode(text = ""): Uint8Array<ArrayBuffer> {
    const call = libraryCalls.getStore();
    if (call?.json === undefined) return utf8.encode(text);
    const ready = call.json as Uint8Array<ArrayBuffer>;
    call.json = undefined;
    return ready;
  },
};
