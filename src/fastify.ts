export { type TerraceFastifyOptions, terraceFastify } from "./server/fastify-plugin.ts";
export type { IdentityOptions, LimitsOptions } from "./server/plugin-edge.ts";
