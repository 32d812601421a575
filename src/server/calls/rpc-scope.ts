import type { FastifyInstance, FastifyReply, onRequestHookHandler } from "fastify";
import { decorateRequests } from "../wire/http/request-decorations.ts";
import { rpcPath } from "../wire/http/rpc-path.ts";
import { authorityHook } from "../wire/port/authority.ts";
import { clampTimeout } from "./clamp-timeout.ts";
import { registerConnectRoutes } from "./connect/connect-routes.ts";
import { type RpcOptions, rpcPaths } from "./connect/rpc-options.ts";
import { takeOverUnaryPost } from "./unary/unary-route.ts";

export interface RpcScopeOptions extends RpcOptions {
  /**
   * Serves unary Connect POST without connect-fastify: the same on the wire, several times as fast. `early` does so
   * before Fastify parses the body and runs the later hooks, which saves yet more; a host's own hooks need `handler`.
   */
  readonly ownUnaryRoute: "early" | "handler" | undefined;
  /** Runs in order before every RPC, on both routes: identity, agent policy, limits. */
  readonly admission: readonly onRequestHookHandler[];
}

/** Registers every method, and what must happen before it, in a scope that nothing else shares. */
export function registerRpcScope(scope: FastifyInstance, options: RpcScopeOptions): void {
  decorateRequests(scope);
  scope.addHook(
    "onRequest",
    unknownMethodHook(new Set(rpcPaths(options).map((path) => `${scope.prefix}${path}`))),
  );
  scope.addHook("onRequest", authorityHook());
  scope.addHook("onRequest", clampTimeout);
  for (const hook of options.admission) scope.addHook("onRequest", hook);
  const takeOver =
    options.ownUnaryRoute === undefined
      ? undefined
      : takeOverUnaryPost(scope, options, options.ownUnaryRoute);
  registerConnectRoutes(scope, options, takeOver);
}

/** Sends a call of a method that its service does not have to where all unknown paths are answered. */
function unknownMethodHook(known: ReadonlySet<string>): onRequestHookHandler {
  return function refuseUnknown(request, reply, done) {
    if (known.has(request.url) || known.has(rpcPath(request) ?? "")) done();
    else (reply as FastifyReply).callNotFound();
  };
}
