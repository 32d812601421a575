import type { onRequestHookHandler } from "fastify";

/** Host names and addresses with an optional port, as nearly every caller sends them. */
const PLAIN_AUTHORITY = /^[A-Za-z0-9._-]+(:\d{1,5})?$/;

/**
 * A hook that refuses a request whose `Host` or `:authority` is missing or makes no URL. The Connect handlers build a
 * URL from it and would leave such a caller without any answer.
 */
export function authorityHook(): onRequestHookHandler {
  // Nearly every request names the same host as the one before.
  let lastGood: string | undefined;
  return function requireAuthority(request, reply, done) {
    const raw = request.raw as typeof request.raw & { authority?: string };
    const authority = "authority" in raw ? raw.authority : raw.headers.host;
    if (authority !== undefined && (authority === lastGood || isAuthority(authority))) {
      lastGood = authority;
      done();
      return;
    }
    const shown = authority === undefined ? "missing" : `"${authority}"`;
    reply.code(400).send({ code: "invalid_argument", message: `Host is ${shown}; a host name is required` });
  };
}

function isAuthority(authority: string): boolean {
  return PLAIN_AUTHORITY.test(authority) || (authority !== "" && URL.canParse("/", `http://${authority}`));
}
