import type { FastifyError, FastifyInstance, RouteHandlerMethod } from "fastify";
import { lazy } from "../../runtime/lazy.ts";
import { ACCEPT_POST, unsupportedType } from "./accept-post.ts";
import { methodPath, type RpcOptions } from "./rpc-options.ts";

/**
 * Registers every method for gRPC, gRPC-Web and Connect (POST and GET) in a scope of its own. The handlers are loaded
 * with the first call that comes here: the unary route of our own needs none of them.
 */
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
  let loaded: ReadonlyMap<string, RouteHandlerMethod> | undefined;
  const loading = lazy(async () => {
    const { connectHandlers } = await import("./connect-handlers.ts");
    loaded = await connectHandlers(options);
    return loaded;
  });
  for (const path of [...options.methods.map(methodPath), ...options.otherPaths]) {
    scope.all(path, async function handle(request, reply) {
      if (loaded !== undefined) return loaded.get(path)!.call(this, request, reply);
      let isGone = false;
      reply.raw.once("close", () => {
        isGone = true;
      });
      const handlers = await loading();
      // A caller that left meanwhile would never be seen to leave.
      if (isGone) return reply.hijack();
      return handlers.get(path)!.call(this, request, reply);
    });
  }
}
