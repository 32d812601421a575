import type { ConnectRouter, HandlerContext, Interceptor } from "@connectrpc/connect";
import { codeToString } from "@connectrpc/connect/protocol-connect";
import { fastifyConnectPlugin } from "@connectrpc/connect-fastify";
import type { FastifyBaseLogger, FastifyError, FastifyInstance } from "fastify";
import { toConnectError } from "../services/to-connect-error.ts";
import type { SnapshotFacts, UnaryMethod } from "../services/unary-method.ts";
import { logCallError } from "./call-error-log.ts";
import { recordKey } from "./call-record.ts";
import { callValues } from "./call-values.ts";
import { acceptedCompression, compressMinBytes } from "./compression.ts";
import { answerConnectCall, setSnapshotHeaders } from "./connect-call.ts";
import { getParamsError } from "./get-params.ts";
import { protocolVersionError } from "./protocol-version.ts";
import { ACCEPT_POST, refineHandler, unsupportedType } from "./refine-handler.ts";
import { decodeText } from "./unary-codec.ts";

export interface RpcOptions {
  readonly methods: readonly UnaryMethod[];
  /** Mounts services that are not unary: health, reflection. */
  readonly mount: (router: ConnectRouter) => void;
  /** The current snapshot's facts, for answers whose method names none. */
  readonly snapshotFacts: () => SnapshotFacts | undefined;
  readonly logger: FastifyBaseLogger | undefined;
  /** Deadline of a unary call that brings none. */
  readonly requestTimeoutMs: number | undefined;
  /** Most bytes of a request, before and after decompression. */
  readonly readMaxBytes: number;
}

/** Text that is no UTF-8 is refused in every protocol; the library would mend it. */
const JSON_OPTIONS = { ignoreUnknownFields: true, textDecoder: { decode: decodeText } };

/** Registers every method for gRPC, gRPC-Web and Connect (POST and GET) in a scope of its own. */
export function registerConnectRoutes(scope: FastifyInstance, options: RpcOptions): void {
  // Bodies are read by the protocol handlers, whatever their type.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  // A content type that is none at all is refused by Fastify before any handler sees it.
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode !== 415) throw error;
    const message = unsupportedType(request.headers["content-type"]);
    return reply.code(415).header("accept-post", ACCEPT_POST).send({ code: "unimplemented", message });
  });
  scope.register(fastifyConnectPlugin, {
    routes(router) {
      for (const method of options.methods) {
        router.rpc(method.desc, (request, context) =>
          answerConnectCall(method, request, context, options.requestTimeoutMs),
        );
      }
      options.mount(router);
      router.handlers.splice(0, router.handlers.length, ...router.handlers.map(refineHandler));
    },
    readMaxBytes: options.readMaxBytes,
    jsonOptions: JSON_OPTIONS,
    acceptCompression: acceptedCompression,
    compressMinBytes,
    interceptors: [logErrors(options.logger)],
    contextValues: callValues,
    requestGate: (context) => admitProtocol(context, options.snapshotFacts()),
  });
}

function admitProtocol(context: HandlerContext, facts: SnapshotFacts | undefined): void {
  if (facts !== undefined) setSnapshotHeaders(context.responseHeader, facts);
  if (context.protocolName !== "connect") return;
  const error =
    context.requestMethod === "GET"
      ? getParamsError(context.url)
      : protocolVersionError(context.requestHeader.get("connect-protocol-version"));
  if (error !== undefined) throw error;
}

function logErrors(logger: FastifyBaseLogger | undefined): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request);
    } catch (reason) {
      const error = toConnectError(reason);
      const record = request.contextValues.get(recordKey);
      if (record !== undefined) record.code = codeToString(error.code);
      logCallError(logger, `${request.service.typeName}/${request.method.name}`, error, record?.requestId);
      throw error;
    }
  };
}
