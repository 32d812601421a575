import type { FastifyReply, FastifyRequest } from "fastify";

/** Host names and addresses with an optional port, as nearly every caller sends them. */
const PLAIN_AUTHORITY = /^[A-Za-z0-9._-]+(:\d{1,5})?$/;

/**
 * Refuses a request whose `Host` or `:authority` is missing or makes no URL. The Connect handlers build a URL
 * from it and would leave such a caller without any answer.
 */
export function requireAuthority(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const raw = request.raw as typeof request.raw & { authority?: string };
  const authority = "authority" in raw ? raw.authority : raw.headers.host;
  if (authority !== undefined && isAuthority(authority)) {
    done();
    return;
  }
  const shown = authority === undefined ? "missing" : `"${authority}"`;
  reply.code(400).send({ code: "invalid_argument", message: `Host is ${shown}; a host name is required` });
}

function isAuthority(authority: string): boolean {
  return PLAIN_AUTHORITY.test(authority) || (authority !== "" && URL.canParse("/", `http://${authority}`));
}
