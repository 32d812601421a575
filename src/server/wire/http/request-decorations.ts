import type { FastifyInstance } from "fastify";
import type { Caller } from "../../admission/callers/identity.ts";
import type { ReadHeaders } from "../../calls/connect/conditional.ts";
import type { CallRecord } from "../../telemetry/call-record.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who sends the call; set by admission, for code that counts or logs calls afterwards. */
    terraceCaller: Caller | undefined;
    /** Headers for the answer of a call that succeeds, names and values in turn; an error carries none of them. */
    terraceSuccessHeaders: readonly string[] | undefined;
    /** What is known of this request for metrics and log; undefined when nobody watches. */
    terraceRecord: CallRecord | undefined;
    /** The headers for the answer to a call by GET; undefined for other calls. */
    terraceReadHeaders: ReadHeaders | undefined;
  }
}

/** Gives every request the members that hooks fill and handlers read; a host's own members have other names. */
export function decorateRequests(server: FastifyInstance): void {
  for (const name of ["terraceCaller", "terraceSuccessHeaders", "terraceRecord", "terraceReadHeaders"]) {
    if (!server.hasRequestDecorator(name)) server.decorateRequest(name, undefined);
  }
}
