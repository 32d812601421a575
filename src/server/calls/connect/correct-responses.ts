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
import { correctMalformedErrors, FRAME_HEAD_BYTES, TRAILER_FLAG } from "../codec/malformed-request-errors.ts";
import { UNKNOWN_FIELDS_HEADER } from "../codec/unknown-fields.ts";
import { plainResponse } from "./answer-compression.ts";
import { type LibraryCall, libraryCalls } from "./library-call.ts";

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
 * compressed says so, a strong tag names the compression, and over HTTP/1.1 an answer waits until the caller has sent its
 * whole request, as many cannot cope with one that comes before.
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
    return correctMalformedErrors(
      encoding === null || ENCODINGS.includes(encoding)
        ? reported
        : withHeader(reported, "grpc-accept-encoding", ENCODINGS.join(",")),
    );
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

/** The same response; a strong tag names the encoding that its bytes came to have. */
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

/** 304 for an answer with a tag; one without may not be kept, so it is sent. */
function withoutBody(response: UniversalServerResponse): UniversalServerResponse {
  const header = new Headers(response.header);
  if (!header.has("etag")) return response;
  for (const name of BODY_HEADERS) header.delete(name);
  return { status: 304, header };
}

/** The same response: its size and gRPC status end up in the record, and what is not taken yet counts as unread. */
function watchResponse(
  response: UniversalServerResponse,
  { request: { terraceRecord: record }, outgoing }: LibraryCall,
): UniversalServerResponse {
  const { body } = response;
  if (body === undefined) return response;
  return { ...response, body: watched(body) };

  async function* watched(chunks: NonNullable<UniversalServerResponse["body"]>): AsyncIterable<Uint8Array> {
    let last: Uint8Array | undefined;
    try {
      for await (const chunk of chunks) {
        if (record !== undefined) record.bytes += chunk.byteLength;
        last = chunk;
        outgoing.add(chunk.byteLength);
        yield chunk;
        outgoing.next();
      }
    } finally {
      outgoing.end();
    }
    if (record === undefined || record.code !== undefined) return;
    const status = response.trailer?.get("grpc-status") ?? webTrailerStatus(last);
    if (status !== undefined && status !== null) record.code = codeFromGrpcStatus(status);
  }
}

function webTrailerStatus(frame: Uint8Array | undefined): string | undefined {
  if (frame === undefined || frame[0] !== TRAILER_FLAG) return undefined;
  const text = Buffer.from(frame).toString("latin1", FRAME_HEAD_BYTES);
  return /^grpc-status: *(\d+)/im.exec(text)?.[1];
}
