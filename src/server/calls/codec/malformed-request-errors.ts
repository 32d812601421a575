import { Code } from "@connectrpc/connect";
import type { UniversalServerResponse } from "@connectrpc/connect/protocol";

/** How the Connect handler starts the body of an error about request bytes that are not a message. */
const MALFORMED_BODY = '{"code":"internal","message":"parse binary: ';

/** How the gRPC handlers start the message of one. */
const MALFORMED_MESSAGE = "parse%20binary%3A";

/** Marks the frame of gRPC-Web that holds the trailers; a head of five bytes goes before it. */
export const TRAILER_FLAG = 0x80;
export const FRAME_HEAD_BYTES = 5;

/**
 * The same response, but bytes that are not a message are the caller's fault (`invalid_argument`), not ours: the library
 * calls them `internal` in every protocol.
 */
export async function correctMalformedErrors(
  response: UniversalServerResponse,
): Promise<UniversalServerResponse> {
  if (response.status === 500) return correctBody(response);
  const { body, header, trailer } = response;
  if (body === undefined || !header?.get("content-type")?.startsWith("application/grpc")) return response;
  return { ...response, body: correctTrailers(body, trailer) };
}

async function correctBody(response: UniversalServerResponse): Promise<UniversalServerResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (!text.startsWith(MALFORMED_BODY)) return { ...response, body: oneChunk(Buffer.concat(chunks)) };
  const bytes = Buffer.from(text.replace('"internal"', '"invalid_argument"'));
  const header = new Headers(response.header);
  header.set("content-length", String(bytes.byteLength));
  return { ...response, status: 400, header, body: oneChunk(bytes) };
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** gRPC has its trailers next to the body, complete when that has ended; gRPC-Web in the last frame of it. */
async function* correctTrailers(
  chunks: AsyncIterable<Uint8Array>,
  trailer: Headers | undefined,
): AsyncIterable<Uint8Array> {
  for await (const chunk of chunks) yield chunk[0] === TRAILER_FLAG ? correctFrame(chunk) : chunk;
  if (trailer?.get("grpc-message")?.startsWith(MALFORMED_MESSAGE)) {
    trailer.set("grpc-status", String(Code.InvalidArgument));
  }
}

function correctFrame(frame: Uint8Array): Uint8Array {
  const text = Buffer.from(frame).toString("latin1", FRAME_HEAD_BYTES);
  if (!text.toLowerCase().includes(`grpc-message: ${MALFORMED_MESSAGE.toLowerCase()}`)) return frame;
  const corrected = text.replace(/^(grpc-status: *)\d+/im, `$1${Code.InvalidArgument}`);
  const bytes = Buffer.alloc(FRAME_HEAD_BYTES + corrected.length);
  bytes[0] = TRAILER_FLAG;
  bytes.writeUInt32BE(corrected.length, 1);
  bytes.write(corrected, FRAME_HEAD_BYTES, "latin1");
  return bytes;
}
