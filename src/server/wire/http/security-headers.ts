import type { onRequestHookHandler } from "fastify";

/** For answers that a browser could show as a page: nothing may run, load or frame them. */
const DOCUMENT_HEADERS: readonly (readonly [string, string])[] = [
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
  ["cross-origin-resource-policy", "cross-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-frame-options", "DENY"],
];

const TWO_YEARS_SECONDS = 63_072_000;

/**
 * The hook that sets `X-Request-Id` and `X-Content-Type-Options` everywhere, the headers for documents on everything a browser opens by
 * GET, and `Strict-Transport-Security` where the port speaks TLS. Calls by POST get only what can matter to them.
 */
export function securityHeadersHook(isTls: boolean): onRequestHookHandler {
  return function secure(request, reply, done) {
    reply.header("x-request-id", request.id);
    reply.header("x-content-type-options", "nosniff");
    if (isTls) reply.header("strict-transport-security", `max-age=${TWO_YEARS_SECONDS}`);
    if (request.method !== "POST") for (const [name, value] of DOCUMENT_HEADERS) reply.header(name, value);
    done();
  };
}
