import type { onRequestHookHandler } from "fastify";

/** For answers that a browser might display: they may not run, load or be framed. */
const DOCUMENT_HEADERS: readonly (readonly [string, string])[] = [
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'"],
  ["cross-origin-resource-policy", "cross-origin"],
  ["referrer-policy", "no-referrer"],
  ["x-frame-options", "DENY"],
];

/** CSP of a page that loads only what `own` allows; `framers` may frame it. */
export const pagePolicy = (own: readonly string[], framers = "'none'"): string =>
  ["default-src 'none'", ...own, "base-uri 'none'", "form-action 'none'", `frame-ancestors ${framers}`].join(
    "; ",
  );

const TWO_YEARS_SECONDS = 63_072_000;

/**
 * A hook that sets `X-Request-Id` and `X-Content-Type-Options` always, `Strict-Transport-Security` with TLS,
 * and the document headers except for POST, whose answers a browser does not display.
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
