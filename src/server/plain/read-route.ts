import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { lazy } from "../../runtime/lazy.ts";

/** Answers one request of a plain endpoint. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A handler whose code is loaded with the first request: a server that starts should not wait for it. */
export function lazyHandler(load: () => Promise<Handler>): Handler {
  const loaded = lazy(load);
  return async (request, reply) => (await loaded())(request, reply);
}

/** Answers GET and HEAD at a path by code that is loaded with the first request, and 405 to the other methods. */
export function readRoute(scope: FastifyInstance, url: string, load: () => Promise<Handler>): void {
  scope.route({ method: ["GET", "HEAD"], url, handler: lazyHandler(load) });
  scope.route({
    method: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"],
    url,
    onRequest: (request, reply) => {
      const error = `${request.method} is not offered here; allowed are GET and HEAD`;
      reply.code(405).header("allow", "GET, HEAD").send({ error });
    },
    handler: () => undefined,
  });
}
