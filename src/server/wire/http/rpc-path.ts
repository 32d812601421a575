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

/** Routes of grpc.health.v1, known before its code is loaded. */
export const HEALTH_PATHS = ["Check", "List", "Watch"].map((name) => `/grpc.health.v1.Health/${name}`);

/** Routes of server reflection, known before its code is loaded. */
export const REFLECTION_PATHS = ["v1", "v1alpha"].map(
  (version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
);

/** Those of them that stay open for as long as their callers like. */
export const STREAM_PATHS = [...HEALTH_PATHS.filter((path) => path.endsWith("/Watch")), ...REFLECTION_PATHS];
