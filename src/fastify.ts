import "./runtime/node/check-node.ts";

export type { IdentityOptions, LimitsOptions } from "./server/callers/plugin-access.ts";
export { type TerraceFastifyOptions, terraceFastify } from "./server/fastify-plugin.ts";
