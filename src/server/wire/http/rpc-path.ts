import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Path of the service whose methods a route answers, with the scope's prefix. */
    rpcService?: string;
  }
}

/** The path that a request reached a service by, however its caller spelt it; undefined on every other route. */
export function rpcPath(request: FastifyRequest): string | undefined {
  const service = request.routeOptions.config?.rpcService;
  return service === undefined ? undefined : `${service}/${(request.params as { method: string }).method}`;
}
