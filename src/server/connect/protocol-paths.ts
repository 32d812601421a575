/** Routes of grpc.health.v1, known before its code is loaded. */
export const HEALTH_PATHS = ["Check", "List", "Watch"].map((name) => `/grpc.health.v1.Health/${name}`);

/** Routes of server reflection, known before its code is loaded. */
export const REFLECTION_PATHS = ["v1", "v1alpha"].map(
  (version) => `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
);
