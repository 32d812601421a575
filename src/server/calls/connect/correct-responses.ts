import type { ConnectRouter } from "@connectrpc/connect";
import type { UniversalServerRequest, UniversalServerResponse } from "@connectrpc/connect/protocol";
import { createAsyncIterable } from "@connectrpc/connect/protocol";
import { recordKey } from "../../telemetry/call-record.ts";
import { acceptedCompression } from "../../wire/compression/compression.ts";
import { encodedTag, isAnyTag } from "../../wire/http/entity-tags.ts";
import { requestBody } from "../../wire/http/request-body.ts";
import { ACCEPT_POST, unsupportedType } from "../codec/connect-request-errors.ts";
import { correctMalformedErrors } from "../codec/malformed-request-errors.ts";
import { reportingFields } from "../codec/unknown-fields.ts";
import { plainResponse } from "./answer-compression.ts";
import { outgoingKey } from "./call-values.ts";
import { type LibraryCall, libraryCalls } from "./library-call.ts";
import { watchResponse } from "./watch-response.ts";

type UniversalHandler = ConnectRouter["handlers"][number];

/** What `grpc-encoding` may name. */
const ENCODINGS = [...acceptedCompression.map(({ name }) => name), "identity"];

const GET_NEEDS =
  'a call by GET needs the parameters encoding ("json" or "proto") and message, which is the request in it';

/** Headers of a body, which a 304 has none of. */
const BODY_HEADERS = ["content-type", "content-length", "content-encoding"];

/**
 * The handler with nine things put right: unknown fields in JSON are reported or refused, an unknown encoding is answered
 * with those known, 415 names the accepted types, 405 the allowed verbs and both say so, bytes that are not a message are
 * the caller's fault (`invalid_argument`), not ours, a tagged answer is 304 to a caller that holds any, one that is not
 * compressed says so, a strong tag names the compression, and over HTTP/1.1 an answer waits until the caller has sent its whole request, as many cannot cope
 * with one that comes before.
 */
export function correctResponses(handler: UniversalHandler, strictFields?: boolean): UniversalHandler {
  const allow = [...handler.allowedMethods].sort().join(", ");
  const unary = handler.method.methodKind === "unary";

  async function answer(request: UniversalServerRequest): Promise<UniversalServerResponse> {
    const call: LibraryCall = { signal: request.signal, json: undefined, isPlain: false };
    const made = await libraryCalls.run(call, () =>
      reportingFields(request, strictFields, () => handler(request)),
    );
    const response = withEncodedTag(call.isPlain ? plainResponse(made) : made);
    if (response.status === 415) {
      const isGet = request.method === "GET";
      const message = isGet ? GET_NEEDS : unsupportedType(request.header.get("content-type"));
      return refusal(415, { "accept-post": ACCEPT_POST }, message);
    }
    if (response.status === 405) {
      return refusal(405, { allow }, `${request.method} is not offered here; allowed are ${allow}`);
    }
    if (
      response.status === 200 &&
      request.method === "GET" &&
      isAnyTag(request.header.get("if-none-match"))
    ) {
      return withoutBody(response);
    }
    return correctMalformedErrors(withEncodings(request, response));
  }

  async function refined(request: UniversalServerRequest): Promise<UniversalServerResponse> {
    const { body, discardRest } = requestBody(request.body);
    const record = request.contextValues?.get(recordKey);
    const outgoing = request.contextValues?.get(outgoingKey);
    const answered = await answer({ ...request, body }).catch((error) => {
      outgoing?.release();
      throw error;
    });
    if (answered.body === undefined) outgoing?.release();
    const response = watchResponse(answered, record, outgoing);
    if (!unary || !request.httpVersion.startsWith("1.") || (await discardRest())) return response;
    const header = new Headers(response.header);
    header.set("connection", "close");
    return { ...response, header };
  }
  return Object.assign(refined, handler);
}

/** The same response; a strong tag names the encoding that its bytes came to have. */
function withEncodedTag(response: UniversalServerResponse): UniversalServerResponse {
  const header = new Headers(response.header);
  const etag = header.get("etag");
  const encoding = header.get("content-encoding");
  if (etag === null || encoding === null) return response;
  header.set("etag", encodedTag(etag, encoding));
  return { ...response, header };
}

/** The same response; a gRPC caller whose encoding is unknown gets those that are known. */
function withEncodings(
  request: UniversalServerRequest,
  response: UniversalServerResponse,
): UniversalServerResponse {
  const encoding = request.header.get("grpc-encoding");
  if (encoding === null || ENCODINGS.includes(encoding)) return response;
  const header = new Headers(response.header);
  header.set("grpc-accept-encoding", ENCODINGS.join(","));
  return { ...response, header };
}

function refusal(status: number, headers: Record<string, string>, message: string): UniversalServerResponse {
  const bytes = Buffer.from(JSON.stringify({ code: "unimplemented", message }));
  const type = { "content-type": "application/json", "content-length": String(bytes.byteLength) };
  return { status, header: new Headers({ ...headers, ...type }), body: createAsyncIterable([bytes]) };
}

/** 304 for an answer with a tag; one without may not be kept, so it is sent. */
function withoutBody(response: UniversalServerResponse): UniversalServerResponse {
  const header = new Headers(response.header);
  if (!header.has("etag")) return response;
  for (const name of BODY_HEADERS) header.delete(name);
  return { status: 304, header };
}
