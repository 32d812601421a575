import type { ConnectRouter } from "@connectrpc/connect";
import type { UniversalServerRequest, UniversalServerResponse } from "@connectrpc/connect/protocol";

type UniversalHandler = ConnectRouter["handlers"][number];

/** Content types of a unary method, for `Accept-Post`. */
export const ACCEPT_POST = [
  "application/json",
  "application/proto",
  "application/grpc",
  "application/grpc+json",
  "application/grpc+proto",
  "application/grpc-web",
  "application/grpc-web+json",
  "application/grpc-web+proto",
].join(", ");

/** How the Connect handler starts the body of an error about request bytes that are no message. */
const MALFORMED = '{"code":"internal","message":"parse binary: ';

/**
 * The handler with three answers put right: 415 names the accepted types, 405 the allowed verbs, and bytes
 * that are no message are the caller's fault (`invalid_argument`), not ours.
 */
export function refineHandler(handler: UniversalHandler): UniversalHandler {
  const allow = [...handler.allowedMethods].sort().join(", ");
  async function refined(request: UniversalServerRequest): Promise<UniversalServerResponse> {
    const response = await handler({ ...request, body: keptOpen(request.body) });
    if (response.status === 415) return { ...response, header: new Headers({ "accept-post": ACCEPT_POST }) };
    if (response.status === 405) return { ...response, header: new Headers({ allow }) };
    if (response.status === 500) return blameCaller(response);
    return response;
  }
  return Object.assign(refined, handler);
}

/** The body without a `return`: leaving a loop early would destroy the socket before the answer is sent. */
function keptOpen(body: UniversalServerRequest["body"]): UniversalServerRequest["body"] {
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body)) return body;
  return {
    [Symbol.asyncIterator]() {
      const iterator = body[Symbol.asyncIterator]();
      return { next: () => iterator.next() };
    },
  };
}

async function blameCaller(response: UniversalServerResponse): Promise<UniversalServerResponse> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (!text.startsWith(MALFORMED)) return { ...response, body: oneChunk(Buffer.concat(chunks)) };
  const bytes = Buffer.from(text.replace('"internal"', '"invalid_argument"'));
  const header = new Headers(response.header);
  header.set("content-length", String(bytes.byteLength));
  return { ...response, status: 400, header, body: oneChunk(bytes) };
}

async function* oneChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
