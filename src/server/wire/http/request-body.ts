import type { UniversalServerRequest } from "@connectrpc/connect/protocol";
import { DISCARD_MAX_BYTES } from "./read-body.ts";

/** Wraps a body without `return`: leaving a loop early would destroy the socket before the answer is sent. */
export function requestBody(body: UniversalServerRequest["body"]) {
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body)) {
    return { body, discardRest: async () => true };
  }
  let iterator: AsyncIterator<Uint8Array> | undefined;
  let ended = false;
  async function next(): Promise<IteratorResult<Uint8Array>> {
    iterator ??= (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    const result = await iterator.next();
    ended = result.done === true;
    return result;
  }
  return {
    body: { [Symbol.asyncIterator]: () => ({ next }) },
    /** Reads and discards the rest; false if it is too large. */
    async discardRest() {
      try {
        for (let byteLength = 0; !ended; ) {
          const { value } = await next();
          byteLength += value?.byteLength ?? 0;
          if (byteLength > DISCARD_MAX_BYTES) return false;
        }
      } catch {
        // The client has disconnected.
      }
      return true;
    },
  };
}
