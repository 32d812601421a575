import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteHandlerMethod,
} from "fastify";
import { lazy } from "../../../runtime/lazy.ts";
import { isGone } from "../../wire/http/raw-request.ts";
import { rpcPath } from "../../wire/http/rpc-path.ts";
import { ACCEPT_POST, unsupportedType } from "../codec/connect-request-errors.ts";
import { type RpcOptions, rpcPaths } from "./rpc-options.ts";

/** Takes a call that it knows a shorter way for, and returns whether it did. */
export type TakeOver = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Registers every method for gRPC, gRPC-Web and Connect (POST and GET) in a scope of its own, with one route a service:
 * a route a method would make up a tenth of the start. The handlers are loaded with the first call that comes here: the
 * unary route of our own, `takeOver`, needs none of them and returns whether it took a call.
 */
export function registerConnectRoutes(
  scope: FastifyInstance,
  options: RpcOptions,
  takeOver: TakeOver = () => false,
): void {
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
  const handle: RouteHandlerMethod = async function handle(request, reply) {
    const path = rpcPath(request)!.slice(scope.prefix.length);
    const handlers = loaded ?? (await loading());
    // A caller that left meanwhile, or while it was admitted, would never be seen to leave.
    if (isGone(request.raw)) return reply.hijack();
    request.raw.on("error", heardElsewhere);
    return handlers.get(path)!.call(this, request, reply);
  };
  for (const service of new Set(rpcPaths(options).map((path) => path.slice(0, path.lastIndexOf("/"))))) {
    const config = { rpcService: `${scope.prefix}${service}` };
    scope.all(`${service}/:method`, { config }, function dispatch(request, reply) {
      return takeOver(request, reply) ? undefined : handle.call(this, request, reply);
    });
  }
}

/**
 * A caller that leaves is reported by the signal of its call. Behind another call of its HTTP/1.1 connection, the library stops
 * listening between Node's asking whether anybody does and the error: nobody hears it then, and the process would end.
 */
function heardElsewhere(): void {}
