import type { DescMessage, JsonValue, MessageShape } from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createConnectRouter,
  type HandlerContext,
  type Interceptor,
} from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from "@connectrpc/connect-node";
import type { FastifyBaseLogger, RouteHandlerMethod } from "fastify";
import { ANSWER_MAX_BYTES } from "../../../rpc/answer-size.ts";
import { DEFAULT_REQUEST_BYTES } from "../../../rpc/request-bounds.ts";
import { toConnectError } from "../../../rpc/to-connect-error.ts";
import type { SnapshotFacts, UnaryMethod } from "../../../rpc/unary-method.ts";
import { logCallError } from "../../telemetry/call-error-log.ts";
import { compressMinBytes } from "../../wire/compression/compression.ts";
import { OutgoingAnswer } from "../../wire/outbox/outgoing-answer.ts";
import { getParamsError, protocolVersionError } from "../codec/connect-request-errors.ts";
import { decodeText } from "../codec/decode-text.ts";
import { isStrict, STRICT_HEADER } from "../codec/unknown-fields.ts";
import { answerCompression } from "./answer-compression.ts";
import { answerConnectCall, setSnapshotHeaders } from "./connect-call.ts";
import { correctResponses } from "./correct-responses.ts";
import { answerTextEncoder, libraryCalls, requestTextReader } from "./library-call.ts";
import { type RpcOptions, readLimit } from "./rpc-options.ts";

/** Invalid UTF-8 is rejected in every protocol; the library would replace it. */
const JSON_OPTIONS = {
  ignoreUnknownFields: true,
  textDecoder: { decode: decodeText },
  textEncoder: answerTextEncoder,
};

function jsonOptions({ desc }: UnaryMethod) {
  return { ...JSON_OPTIONS, textDecoder: requestTextReader(desc.input) };
}

/** Handlers of all protocols by path, for existing routes. */
export async function connectHandlers(options: RpcOptions): Promise<ReadonlyMap<string, RouteHandlerMethod>> {
  const mount = await options.loadMount();
  const router = createConnectRouter({
    readMaxBytes: options.readMaxBytes ?? DEFAULT_REQUEST_BYTES,
    writeMaxBytes: ANSWER_MAX_BYTES,
    jsonOptions: JSON_OPTIONS,
    acceptCompression: answerCompression,
    compressMinBytes,
    interceptors: [logErrors(options.logger)],
    requestGate: (context) => admitProtocol(context, options.snapshotFacts()),
  });
  for (const method of options.methods) {
    const answer = (request: MessageShape<DescMessage>, context: HandlerContext) =>
      answerConnectCall(method, request, context, options.requestTimeoutMs);
    router.rpc(method.desc, answer, {
      jsonOptions: jsonOptions(method),
      readMaxBytes: readLimit(method, options),
    });
  }
  mount(router);
  return new Map(router.handlers.map((handler) => [handler.requestPath, routeHandler(handler, options)]));
}

function routeHandler(
  handler: ConnectRouter["handlers"][number],
  { strictFields, unread, logger }: RpcOptions,
): RouteHandlerMethod {
  const answer = correctResponses(handler);
  return async (request, reply) => {
    const { raw, body, headers } = request;
    try {
      const asked = universalRequestFromNodeRequest(raw, reply.raw, body as JsonValue, undefined);
      const response = await answer(asked, {
        request,
        signal: asked.signal,
        outgoing: new OutgoingAnswer(unread, raw),
        isStrict: isStrict(headers[STRICT_HEADER], strictFields),
      });
      // Copy Fastify's headers, as no reply is sent through it.
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      await universalResponseToNodeResponse(response, reply.raw);
    } catch (reason) {
      const error = ConnectError.from(reason);
      // The caller has disconnected.
      if (error.code === Code.Aborted) return;
      logCallError(logger, handler.method, error);
    }
  };
}

function admitProtocol(context: HandlerContext, facts: SnapshotFacts | undefined): void {
  blameCaller(context.signal);
  libraryCalls.getStore()!.trailer = context.responseTrailer;
  if (facts !== undefined) setSnapshotHeaders(context.responseHeader, facts);
  if (context.protocolName !== "connect") return;
  const error =
    context.requestMethod === "GET"
      ? getParamsError(context.url)
      : protocolVersionError(context.requestHeader.get("connect-protocol-version"));
  if (error !== undefined) throw error;
}

/**
 * Undecodable bytes are `invalid_argument`; the library calls them `internal`. Its handlers abort the call with
 * an error before they encode it.
 */
function blameCaller(signal: AbortSignal): void {
  const correct = () => {
    const { reason } = signal;
    if (reason instanceof ConnectError && reason.rawMessage.startsWith("parse binary: ")) {
      Object.assign(reason, { code: Code.InvalidArgument });
    }
  };
  signal.addEventListener("abort", correct, { once: true });
}

function logErrors(logger: FastifyBaseLogger | undefined): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request);
    } catch (reason) {
      const error = toConnectError(reason);
      const record = libraryCalls.getStore()?.request.terraceRecord;
      if (record !== undefined) record.code = codeToString(error.code);
      logCallError(logger, request.method, error, record?.requestId);
      throw error;
    }
  };
}
