import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errorBody } from "../../../rpc/error-body.ts";
import { lazy } from "../../../runtime/lazy.ts";

/** Answers one request of a plain endpoint. */
export type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A handler whose code is loaded with the first request: a server that starts should not wait for it. */
export function lazyHandler(load: () => Promise<Handler>): Handler {
  const loaded = lazy(load);
  return async (request, reply) => (await loaded())(request, reply);
}

/** Routes that only read. */
export class ReadRoutes {
  readonly #scope: FastifyInstance;
  readonly #urls: string[] = [];

  constructor(scope: FastifyInstance) {
    this.#scope = scope;
  }

  /** Answers GET and HEAD at a path by code that is loaded with the first request. */
  add(url: string, load: () => Promise<Handler>): void {
    this.#urls.push(url);
    this.#scope.route({ method: ["GET", "HEAD"], url, handler: lazyHandler(load) });
  }

  /** Answers 405 to other methods at these paths: one route for all under a first segment, as each takes time at a start. */
  refuseOtherMethods(): void {
    const isOne = lazyPattern(this.#urls);
    for (const url of new Set(this.#urls.map((one) => one.replace(/^(\/[^/]+)\/.*$/, "$1/*")))) {
      this.#scope.route({
        method: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"],
        url,
        onRequest: (request, reply) => {
          if (!isOne(request.url.split("?", 1)[0])) return reply.callNotFound();
          const message = `${request.method} is not offered here; allowed are GET and HEAD`;
          reply.code(405).header("allow", "GET, HEAD").send(errorBody("unimplemented", message));
        },
        handler: () => undefined,
      });
    }
  }
}

/** Whether a path is one of these, in which `:name` matches what has no slash. */
function lazyPattern(urls: readonly string[]): (path: string) => boolean {
  let pattern: RegExp | undefined;
  return (path) => {
    pattern ??= new RegExp(
      `^(${urls.map((url) => url.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")).join("|")})$`,
    );
    return pattern.test(path);
  };
}
