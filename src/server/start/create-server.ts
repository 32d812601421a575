import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { DescService } from "@bufbuild/protobuf";
import { type FastifyError, type FastifyInstance, fastify, type onRequestHookHandler } from "fastify";
import type { ServiceAliases } from "../../domains/service-aliases.ts";
import type { Health } from "../../rpc/health/health.ts";
import type { UnaryMethod } from "../../rpc/unary-method.ts";
import { type ConditionalOptions, conditionalHook } from "../calls/connect/conditional.ts";
import { type RpcScopeOptions, registerRpcScope } from "../calls/rpc-scope.ts";
import { registerHealthRoutes } from "../routes/health-routes.ts";
import { answerBadUrl, notFoundHandler } from "../routes/not-found.ts";
import { type CallObserver, observeCalls } from "../telemetry/call-record.ts";
import { decorateRequests } from "../wire/http/request-decorations.ts";
import { HEALTH_PATHS, REFLECTION_PATHS } from "../wire/http/rpc-path.ts";
import { securityHeadersHook } from "../wire/http/security-headers.ts";
import { holdDocuments } from "../wire/outbox/hold-documents.ts";
import { UnreadAnswers } from "../wire/outbox/unread-answers.ts";

/** An id that can be in a header and in a log line as it is. */
const SANE_ID = /^[A-Za-z0-9._:=@/+-]{1,128}$/;

/** A function that returns a request's id: the caller's own where it is sane, a new one otherwise. */
function requestIds(): (request: Pick<IncomingMessage, "headers">) => string {
  // Random once and counted from there: unique among processes, and nothing to pay for each request.
  const prefix = randomBytes(6).toString("hex");
  let count = 0;
  return ({ headers }) => {
    const given = headers["x-request-id"];
    if (typeof given === "string" && SANE_ID.test(given)) return given;
    return `${prefix}-${(++count).toString(36)}`;
  };
}

/** What the routes of RPCs are given; answers that callers have not taken yet have the default limits unless given. */
type RpcParts = Partial<Omit<RpcScopeOptions, "methods" | "otherPaths" | "loadMount" | "ownUnaryRoute">>;

export interface ServerOptions extends RpcParts {
  readonly methods: readonly UnaryMethod[];
  readonly health: Health;
  /** Serves unary Connect POST without the Connect library: the same on the wire, several times as fast. */
  readonly ownUnaryRoute?: boolean;
  /** Further names of services, whose unknown methods are answered with a reason. */
  readonly aliases?: ServiceAliases;
  /** Services that reflection lists next to those of the methods. */
  readonly listedServices?: readonly DescService[];
  /** The path that a request means; its own unless given. */
  readonly rewriteUrl?: ((request: Pick<IncomingMessage, "url">) => string) | undefined;
  /** Runs before everything else, on every path. */
  readonly firstHooks?: readonly onRequestHookHandler[];
  /** Registers endpoints that are not a RPC, in a scope of their own. */
  readonly plainRoutes?: (scope: FastifyInstance) => void;
  /** Called with every request, for metrics and log. */
  readonly observer?: CallObserver;
  /** Gives calls by GET an ETag. */
  readonly conditional?: Pick<ConditionalOptions, "answerValidity" | "partsDropped" | "cacheControl">;
  /** True when the port will speak TLS. */
  readonly isTls?: boolean;
  readonly now?: () => Date;
}

/** No route has a schema: requests are checked by the methods. Fastify would load two compilers at each start to use none. */
const NO_SCHEMAS = { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } };

function noSchemas(): never {
  throw new Error("routes have no schemas here");
}

/** A server ready for `listen`. Installs no signal handlers and opens no port. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { methods, health, logger, snapshotFacts = () => undefined, readMaxBytes, strictFields } = options;
  // Fastify gets no logger: it would make a child of it for every request, which costs more than our route.
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
  const paths = new Set(methods.map(({ desc }) => `/${desc.parent.typeName}/${desc.name}`));
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
