import type { FastifyInstance } from "fastify";
import type { Caller } from "./identity.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who sends the call; set by admission, for whoever counts or logs calls afterwards. */
    caller: Caller | undefined;
    /** Headers for the answer of a call that succeeds, names and values in turn; an error carries none of them. */
    successHeaders: readonly string[] | undefined;
  }
}

/** Gives every request the members that hooks fill and handlers read. */
export function decorateRequests(server: FastifyInstance): void {
  if (!server.hasRequestDecorator("caller")) server.decorateRequest("caller", undefined);
  if (!server.hasRequestDecorator("successHeaders")) server.decorateRequest("successHeaders", undefined);
}
