import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { clampTimeout } from "../fast/clamp-timeout.ts";
import { takeOverUnaryPost } from "../fast/unary-route.ts";
import { decorateRequests } from "../http/request-decorations.ts";
import { authorityHook } from "../port/authority.ts";
import { registerConnectRoutes } from "./connect-routes.ts";
import type { RpcOptions } from "./rpc-options.ts";

/** Most bytes of a request. 1 MiB: 10,000 predicates fit twenty times over. */
export const READ_MAX_BYTES = 1024 * 1024;

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
  scope.addHook("onRequest", authorityHook());
  scope.addHook("onRequest", clampTimeout);
  for (const hook of options.admission) scope.addHook("onRequest", hook);
  if (options.ownUnaryRoute !== undefined) takeOverUnaryPost(scope, options, options.ownUnaryRoute);
  registerConnectRoutes(scope, options);
}
