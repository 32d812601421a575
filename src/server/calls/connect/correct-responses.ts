import type { ConnectRouter } from "@connectrpc/connect";
import {
  createAsyncIterable,
  type UniversalServerRequest,
  type UniversalServerResponse,
} from "@connectrpc/connect/protocol";
import { codeFromGrpcStatus } from "../../telemetry/call-record.ts";
import { acceptedCompression } from "../../wire/compression/compression.ts";
import { encodedTag, isAnyTag } from "../../wire/http/entity-tags.ts";
import { requestBody } from "../../wire/http/request-body.ts";
import { ACCEPT_POST, unsupportedType } from "../codec/connect-request-errors.ts";
import { UNKNOWN_FIELDS_HEADER } from "../codec/unknown-fields.ts";
import { plainResponse } from "./answer-compression.ts";
import { type LibraryCall, libraryCalls } from "./library-call.ts";

const ENCODINGS = [...acceptedCompression.map(({ name }) => name), "identity"];

const GET_NEEDS =
  'a call by GET needs the parameters encoding ("json" or "proto") and message, which is the request in it';

const BODY_HEADERS = ["content-type", "content-length", "content-encoding"];

/**
 * Wraps a handler of the library with corrections:
 * - unknown fields in JSON are reported or rejected
 * - an unknown encoding is answered with the known ones
 * - 415 lists the accepted types, 405 the allowed verbs, both with a message
 * - `If-None-Match: *` gets 304
 * - an answer left uncompressed is not marked as compressed
 * - a strong ETag includes the compression
 * - over HTTP/1.1 an answer waits for the end of the request, as many clients cannot handle an early one
 */
export function correctResponses(handler: ConnectRouter["handlers"][number]) {
  const allow = [...handler.allowedMethods].sort().join(", ");
  const unary = handler.method.methodKind === "unary";

  async function answer(
    request: UniversalServerRequest,
    call: LibraryCall,
  ): Promise<UniversalServerResponse> {
    const made = await libraryCalls.run(call, () => handler(request));
    const response = withEncodedTag(call.isPlain ? plainResponse(made) : made);
    if (response.status === 415) {
      const isGet = request.method === "GET";
      const message = isGet ? GET_NEEDS : unsupportedType(request.header.get("content-type"));
      return refusal(415, { "accept-post": ACCEPT_POST }, message);
    }
    if (response.status === 405) {
      return refusal(405, { allow }, `${request.method} is not offered here; allowed are ${allow}`);
    }
    const reported =
      call.unknownFields === undefined
        ? response
        : withHeader(response, UNKNOWN_FIELDS_HEADER, call.unknownFields);
    const isAny = request.method === "GET" && isAnyTag(request.header.get("if-none-match"));
    if (response.status === 200 && isAny) return withoutBody(reported);
    const encoding = request.header.get("grpc-encoding");
    return encoding === null || ENCODINGS.includes(encoding)
      ? reported
      : withHeader(reported, "grpc-accept-encoding", ENCODINGS.join(","));
  }

  return async (request: UniversalServerRequest, call: LibraryCall): Promise<UniversalServerResponse> => {
    const { body, discardRest } = requestBody(request.body);
    const { outgoing } = call;
    const answered = await answer({ ...request, body }, call).catch((error) => {
      outgoing.release();
      throw error;
    });
    if (answered.body === undefined) outgoing.release();
    const response = watchResponse(answered, call);
    if (!unary || !request.httpVersion.startsWith("1.") || (await discardRest())) return response;
    return withHeader(response, "connection", "close");
  };
}

function withHeader(response: UniversalServerResponse, name: string, value: string): UniversalServerResponse {
  const header = new Headers(response.header);
  header.set(name, value);
  return { ...response, header };
}

/** Adds the encoding to a strong ETag. */
function withEncodedTag(response: UniversalServerResponse): UniversalServerResponse {
  const etag = response.header?.get("etag");
  const encoding = response.header?.get("content-encoding");
  return etag && encoding ? withHeader(response, "etag", encodedTag(etag, encoding)) : response;
}

function refusal(status: number, headers: Record<string, string>, message: string): UniversalServerResponse {
  const bytes = Buffer.from(JSON.stringify({ code: "unimplemented", message }));
  const type = { "content-type": "application/json", "content-length": String(bytes.byteLength) };
  return { status, header: new Headers({ ...headers, ...type }), body: createAsyncIterable([bytes]) };
}

/** A 304 for an answer with an ETag; others are not cacheable and are sent in full. */
function withoutBody(response: UniversalServerResponse): UniversalServerResponse {
  const header = new Headers(response.header);
  if (!header.has("etag")) return response;
  for (const name of BODY_HEADERS) header.delete(name);
  return { status: 304, header };
}

/** Records size and gRPC status, and counts chunks that the client has not read yet. */
function watchResponse(response: UniversalServerResponse, call: LibraryCall): UniversalServerResponse {
  const { body } = response;
  const { outgoing } = call;
  const { terraceRecord: record } = call.request;
  if (body === undefined) return response;
  return { ...response, body: watched(body) };

  async function* watched(chunks: NonNullable<UniversalServerResponse["body"]>): AsyncIterable<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        if (record !== undefined) record.bytes += chunk.byteLength;
        outgoing.add(chunk.byteLength);
        yield chunk;
        outgoing.next();
      }
    } finally {
      outgoing.end();
    }
    if (record === undefined || record.code !== undefined) return;
    const status = call.trailer?.get("grpc-status");
    if (status !== undefined && status !== null) record.code = codeFromGrpcStatus(status);
  }
}
