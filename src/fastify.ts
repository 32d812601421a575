import "./runtime/node/check-node.ts";

export { type TerraceFastifyOptions, terraceFastify } from "./server/start/fastify-plugin.ts";
export type { IdentityOptions, LimitsOptions } from "./server/start/plugin-access.ts";
