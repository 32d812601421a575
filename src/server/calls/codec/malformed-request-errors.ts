import { Code } from "@connectrpc/connect";
import type { UniversalServerResponse } from "@connectrpc/connect/protocol";

/** Start of the Connect handler's error body for bytes that are not a message. */
const MALFORMED_BODY = '{"code":"internal","message":"parse binary: ';

/** Start of the gRPC handlers' `grpc-message` for the same. */
const MALFORMED_MESSAGE = "parse%20binary%3A";

/** Flag of a gRPC-Web frame with the trailers; the frame header has five bytes. */
export const TRAILER_FLAG = 0x80;
export const FRAME_HEAD_BYTES = 5;

/** Turns errors about undecodable requests into `invalid_argument`; connect-es reports `internal`. */
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

/** gRPC has trailers next to the body, complete when it has ended; gRPC-Web in its last frame. */
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
