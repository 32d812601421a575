import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, onRequestHookHandler } from "fastify";
import { MAX_TIMER_MS } from "../../runtime/time/within.ts";
import { decorateRequests } from "../wire/http/request-decorations.ts";
import { rpcPath } from "../wire/http/rpc-path.ts";
import { authorityRule } from "../wire/port/authority.ts";
import { registerConnectRoutes } from "./connect/connect-routes.ts";
import { type RpcOptions, rpcPaths } from "./connect/rpc-options.ts";
import { takeOverUnaryPost } from "./unary/unary-route.ts";

const MS_PER_UNIT: Record<string, number> = { H: 3_600_000, M: 60_000, S: 1000 };

export interface RpcScopeOptions extends RpcOptions {
  /**
   * Serves unary Connect POST without the Connect library: the same on the wire, several times as fast.
   * `early` answers in onRequest, before body parsing and later hooks, which is faster still; with a host's
   * own hooks use `handler`.
   */
  readonly ownUnaryRoute: "early" | "handler" | undefined;
  /** Hooks before every RPC, in order, on both routes: identity, agent policy, limits. */
  readonly admission: readonly onRequestHookHandler[];
}

export function registerRpcScope(scope: FastifyInstance, options: RpcScopeOptions): void {
  decorateRequests(scope);
  scope.addHook("onRequest", checkCall(new Set(rpcPaths(options).map((path) => `${scope.prefix}${path}`))));
  for (const hook of options.admission) scope.addHook("onRequest", hook);
  const takeOver =
    options.ownUnaryRoute === undefined
      ? undefined
      : takeOverUnaryPost(scope, options, options.ownUnaryRoute);
  registerConnectRoutes(scope, options, takeOver);
}

/** Routes unknown methods to the not-found handler, and checks authority and timeout. */
function checkCall(known: ReadonlySet<string>): onRequestHookHandler {
  const problemOf = authorityRule();
  return function check(request, reply, done) {
    if (!known.has(request.url) && !known.has(rpcPath(request) ?? "")) {
      (reply as FastifyReply).callNotFound();
      return;
    }
    const message = problemOf(request.raw);
    if (message === undefined) {
      clampTimeout(request.raw.headers);
      done();
    } else reply.code(400).send({ code: "invalid_argument", message });
  };
}

/** Limits a valid timeout to the longest timer; leaves invalid ones to the protocol handlers. */
function clampTimeout(headers: IncomingHttpHeaders): void {
  const connect = headers["connect-timeout-ms"];
  if (typeof connect === "string" && /^\d{10}$/.test(connect) && Number(connect) > MAX_TIMER_MS) {
    headers["connect-timeout-ms"] = String(MAX_TIMER_MS);
  }
  const grpc = headers["grpc-timeout"];
  if (typeof grpc === "string") {
    const [, digits, unit] = /^(\d{1,8})([HMS])$/.exec(grpc) ?? [];
    if (unit !== undefined && Number(digits) * MS_PER_UNIT[unit] > MAX_TIMER_MS) {
      headers["grpc-timeout"] = `${Math.floor(MAX_TIMER_MS / 1000)}S`;
    }
  }
}
