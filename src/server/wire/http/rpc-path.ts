import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Path of the service that a route serves, with the scope's prefix. */
    rpcService?: string;
  }
}

/** The normalised path of an RPC, in whatever spelling it was sent; undefined for other routes. */
export function rpcPath(request: FastifyRequest): string | undefined {
  const service = request.routeOptions.config?.rpcService;
  return service === undefined ? undefined : `${service}/${(request.params as { method: string }).method}`;
}

/** Listed here so that routing does not load the services. */
export const HEALTH_PATHS = ["Check", "List", "Watch"].map((name) => `/grpc.health.v1.Health/${name}`);

export const REFLECTION_PATHS = ["v1", "v1alpha"].map(
  (version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
);

/** Those that stay open for as long as callers like. */
export const STREAM_PATHS = [...HEALTH_PATHS.filter((path) => path.endsWith("/Watch")), ...REFLECTION_PATHS];
