import type { Compression, UniversalServerResponse } from "@connectrpc/connect/protocol";
import { acceptedCompression, compressInTurn, compressionTurns } from "../../wire/compression/compression.ts";
import { libraryCalls } from "./library-call.ts";

type Body = NonNullable<UniversalServerResponse["body"]>;

/**
 * Compression for the library, which compresses whatever the caller accepts. When the queue is full, bytes
 * are returned unchanged and `plainResponse` corrects the headers. Skipped if the caller disconnects.
 */
export const answerCompression: Compression[] = acceptedCompression.map((known) => ({
  ...known,
  async compress(bytes) {
    const call = libraryCalls.getStore();
    if (call === undefined) return known.compress(bytes);
    if (!compressionTurns.hasRoomFor(bytes.byteLength)) {
      call.isPlain = true;
      return bytes as Uint8Array<ArrayBuffer>;
    }
    try {
      return await compressInTurn(known.name, bytes, call.signal);
    } catch (error) {
      if (call.signal?.aborted) return new Uint8Array(0);
      throw error;
    }
  },
}));

/** Corrects a response that was not compressed though the library marked it as such. */
export function plainResponse(response: UniversalServerResponse): UniversalServerResponse {
  const header = new Headers(response.header);
  if (header.get("content-type")?.startsWith("application/grpc") && response.body !== undefined) {
    return { ...response, body: plainFrames(response.body) };
  }
  header.delete("content-encoding");
  return { ...response, header };
}

/** Clears the compressed flag of the first frame, which is the message. */
async function* plainFrames(chunks: Body): AsyncIterable<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) chunk[0] = 0;
    isFirst = false;
    yield chunk;
  }
}
