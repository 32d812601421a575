import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Headers for the answer of a call that succeeds, names and values in turn; an error carries none of them. */
    terraceSuccessHeaders: readonly string[] | undefined;
  }
}

/** Gives every request the members that hooks fill and handlers read; a host's own members have other names. */
export function decorateRequests(server: FastifyInstance): void {
  for (const name of ["terraceCaller", "terraceSuccessHeaders", "terraceRecord", "terraceReadHeaders"]) {
    if (!server.hasRequestDecorator(name)) server.decorateRequest(name, undefined);
  }
}
