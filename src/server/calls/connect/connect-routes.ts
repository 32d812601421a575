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

/** Handles a call on a faster path; returns whether it did. */
export type TakeOver = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Registers every method for gRPC, gRPC-Web and Connect (POST and GET), with one route per service: a route
 * per method would take a tenth of the start time. The handlers are loaded with the first call that
 * `takeOver`, our own unary route, does not handle.
 */
export function registerConnectRoutes(
  scope: FastifyInstance,
  options: RpcOptions,
  takeOver: TakeOver = () => false,
): void {
  // The protocol handlers read bodies of any type themselves.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  // Fastify rejects a malformed content type before any handler runs.
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
    // If the caller has already disconnected, no close event would follow.
    if (isGone(request.raw)) return reply.hijack();
    request.raw.on("error", ignoreError);
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
 * A no-op listener for "error": without one, an aborted pipelined request could crash the process, because
 * the library removes its listener between Node's check for one and the event. The signal of the call reports
 * the abort.
 */
function ignoreError(): void {}
