import type { Compression, UniversalServerResponse } from "@connectrpc/connect/protocol";
import { acceptedCompression, compressInTurn, compressionTurns } from "../../wire/compression/compression.ts";
import { libraryCalls } from "./library-call.ts";

type Body = NonNullable<UniversalServerResponse["body"]>;

/**
 * The encodings as the library is given them. It compresses whatever the caller accepts; one for which there is no room
 * comes back as it is, and `plainResponse` says so. Nothing is compressed for a caller who goes away meanwhile.
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

/** A response whose answer was not compressed, though the library says that it was. */
export function plainResponse(response: UniversalServerResponse): UniversalServerResponse {
  const header = new Headers(response.header);
  if (header.get("content-type")?.startsWith("application/grpc") && response.body !== undefined) {
    return { ...response, body: plainFrames(response.body) };
  }
  header.delete("content-encoding");
  return { ...response, header };
}

/** The same frames; the first, which is the message, is not marked as compressed. */
async function* plainFrames(chunks: Body): AsyncIterable<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) chunk[0] = 0;
    isFirst = false;
    yield chunk;
  }
}
