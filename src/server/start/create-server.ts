import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { DescService } from "@bufbuild/protobuf";
import { type FastifyError, type FastifyInstance, fastify, type onRequestHookHandler } from "fastify";
import type { ServiceAliases } from "../../domains/service-aliases.ts";
import type { Health } from "../../rpc/health/health.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { type ConditionalOptions, conditionalHook } from "../calls/connect/conditional.ts";
import { methodPath } from "../calls/connect/rpc-options.ts";
import { type RpcScopeOptions, registerRpcScope } from "../calls/rpc-scope.ts";
import { registerHealthRoutes } from "../routes/health-routes.ts";
import { answerBadUrl, notFoundHandler } from "../routes/not-found.ts";
import { type CallObserver, observeCalls } from "../telemetry/call-record.ts";
import { decorateRequests } from "../wire/http/request-decorations.ts";
import { HEALTH_PATHS, REFLECTION_PATHS } from "../wire/http/rpc-path.ts";
import { securityHeadersHook } from "../wire/http/security-headers.ts";
import { holdDocuments } from "../wire/outbox/hold-documents.ts";
import { UnreadAnswers } from "../wire/outbox/unread-answers.ts";

/** Safe in a header and in a log line. */
const SANE_ID = /^[A-Za-z0-9._:=@/+-]{1,128}$/;

/** Returns a request id generator: the caller's own id if it is safe, else a new one. */
function requestIds(): (request: Pick<IncomingMessage, "headers">) => string {
  // Random prefix and a counter: unique across processes, and cheap per request.
  const prefix = randomBytes(6).toString("hex");
  let count = 0;
  return ({ headers }) => {
    const given = headers["x-request-id"];
    if (typeof given === "string" && SANE_ID.test(given)) return given;
    return `${prefix}-${(++count).toString(36)}`;
  };
}

type RpcParts = Partial<Omit<RpcScopeOptions, "methods" | "otherPaths" | "loadMount" | "ownUnaryRoute">>;

export interface ServerOptions extends RpcParts {
  readonly methods: readonly UnaryMethod[];
  readonly health: Health;
  /** Serves unary Connect POST without the Connect library: the same on the wire, several times as fast. */
  readonly ownUnaryRoute?: boolean;
  /** Alternative service names; unknown methods of these get an explanation. */
  readonly aliases?: ServiceAliases;
  /** Services for reflection in addition to those of the methods. */
  readonly listedServices?: readonly DescService[];
  /** Maps a request to its path; by default its own. */
  readonly rewriteUrl?: ((request: Pick<IncomingMessage, "url">) => string) | undefined;
  /** Run before all others, on every path. */
  readonly firstHooks?: readonly onRequestHookHandler[];
  /** Registers endpoints that are not RPC, in a scope of their own. */
  readonly plainRoutes?: (scope: FastifyInstance) => void;
  readonly observer?: CallObserver;
  /** Enables ETags for GET calls. */
  readonly conditional?: Pick<ConditionalOptions, "answerValidity" | "partsDropped" | "cacheControl">;
  readonly isTls?: boolean;
  readonly now?: () => Date;
}

/** Methods check requests themselves. Otherwise Fastify would load two schema compilers at start. */
const NO_SCHEMAS = { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } };

function noSchemas(): never {
  throw new Error("routes have no schemas here");
}

/** A server ready for `listen`. Installs no signal handlers and opens no port. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { methods, health, logger, snapshotFacts = () => undefined, readMaxBytes, strictFields } = options;
  // No Fastify logger: its child logger per request costs more than our route.
  const unread = options.unread ?? new UnreadAnswers();
  const { rewriteUrl } = options;
  const server = fastify({
    logger: false,
    genReqId: requestIds(),
    frameworkErrors: answerBadUrl,
    schemaController: NO_SCHEMAS,
    ...(rewriteUrl === undefined ? {} : { rewriteUrl }),
  });
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ code: "invalid_argument", message: error.message });
    logger?.error({ err: error, url: request.url }, "request failed");
    return reply.code(status).send({ code: "internal", message: "internal error" });
  });
  decorateRequests(server);
  const paths = new Set(methods.map(methodPath));
  server.setNotFoundHandler(notFoundHandler(server, paths, options.aliases));
  const otherPaths = [...HEALTH_PATHS, ...REFLECTION_PATHS];
  if (options.observer !== undefined) {
    observeCalls(server, options.observer, new Set([...paths, ...otherPaths]));
  }
  server.addHook("onRequest", securityHeadersHook(options.isTls ?? false));
  for (const hook of options.firstHooks ?? []) server.addHook("onRequest", hook);
  server.addHook("onSend", holdDocuments(unread));
  server.register(async (scope) => options.plainRoutes?.(scope));
  server.register(async (scope) => registerHealthRoutes(scope, health, options.now ?? (() => new Date())));
  server.register(async (scope) => {
    const conditional =
      options.conditional === undefined
        ? []
        : [conditionalHook({ ...options.conditional, methods, snapshotFacts, readMaxBytes, strictFields })];
    const services = new Set(methods.map((method) => method.desc.parent));
    registerRpcScope(scope, {
      methods,
      snapshotFacts,
      readMaxBytes,
      logger,
      unread,
      strictFields,
      requestTimeoutMs: options.requestTimeoutMs,
      ownUnaryRoute: options.ownUnaryRoute === false ? undefined : "early",
      admission: [...(options.admission ?? []), ...conditional],
      otherPaths,
      async loadMount() {
        const [{ mountHealth }, { mountReflection }] = await Promise.all([
          import("../../rpc/health/health-service.ts"),
          import("../../rpc/reflection/reflection-service.ts"),
        ]);
        return (router) => {
          mountHealth(router, health);
          mountReflection(router, [...services, ...(options.listedServices ?? [])]);
        };
      },
    });
  });
  return server;
}
