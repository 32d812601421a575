import type { onRequestHookHandler } from "fastify";
import { TerraceError } from "../../runtime/errors.ts";

const ALLOWED_HEADERS = [
  "Authorization",
  "Content-Type",
  "Connect-Protocol-Version",
  "Connect-Timeout-Ms",
  "Grpc-Timeout",
  "If-None-Match",
  "X-Grpc-Web",
  "X-User-Agent",
].join(", ");

const EXPOSED_HEADERS = [
  "ETag",
  "Grpc-Message",
  "Grpc-Status",
  "Grpc-Status-Details-Bin",
  "Retry-After",
  "X-RateLimit-Access",
  "X-RateLimit-Bucket",
  "X-RateLimit-Detail",
  "X-RateLimit-Kind",
  "X-RateLimit-Limit",
  "X-RateLimit-Monthly-Limit",
  "X-RateLimit-Monthly-Remaining",
  "X-RateLimit-Monthly-Reset",
  "X-RateLimit-Monthly-Used",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-RateLimit-Scope",
  "X-RateLimit-Tier",
  "X-RateLimit-Upgrade-Url",
  "X-Terrace-As-Of",
  "X-Terrace-Snapshot",
  "X-Terrace-Synthetic",
].join(", ");

/** Two hours, the longest that browsers in common use believe a preflight. */
const MAX_AGE_SECONDS = "7200";

/**
 * The hook before everything else that lets pages of the configured origins call and read all our headers. A
 * preflight is answered here, so it is never metered and needs no particular agent.
 */
export function corsHook(origins: string): onRequestHookHandler {
  const isAllowed = originTest(origins);
  return function cors(request, reply, done) {
    const { origin } = request.headers;
    if (request.method === "GET") reply.header("vary", "Origin");
    if (origin === undefined) {
      done();
      return;
    }
    if (isAllowed(origin)) {
      reply.header("access-control-allow-origin", origin);
      reply.header("access-control-expose-headers", EXPOSED_HEADERS);
    }
    if (request.method !== "OPTIONS" || request.headers["access-control-request-method"] === undefined) {
      done();
      return;
    }
    reply
      .header("vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers")
      .header("access-control-allow-methods", "GET, POST")
      .header("access-control-allow-headers", ALLOWED_HEADERS)
      .header("access-control-max-age", MAX_AGE_SECONDS)
      .code(204)
      .send();
  };
}

/** A test for a comma list of origins; `https://*.a.example` stands for every host below a.example, `*` for all. */
function originTest(list: string): (origin: string) => boolean {
  const exact = new Set<string>();
  const below: { scheme: string; suffix: string }[] = [];
  for (const entry of list.split(",").map((one) => one.trim().toLowerCase())) {
    if (entry === "") continue;
    const [, scheme, host] = /^(https?:\/\/)(\*\.)?[a-z0-9.:[\]-]+$/.exec(entry) ?? [];
    if (entry === "*") return () => true;
    if (scheme === undefined) {
      throw new TerraceError(
        "bad_config",
        `TERRACE_CORS_ORIGINS: "${entry}" is no origin; write https://a.example, https://*.a.example or *`,
      );
    }
    if (host === undefined) exact.add(entry);
    else below.push({ scheme, suffix: entry.slice(scheme.length + 1) });
  }
  return (origin) => {
    const asked = origin.toLowerCase();
    return (
      exact.has(asked) ||
      below.some(({ scheme, suffix }) => asked.startsWith(scheme) && asked.endsWith(suffix))
    );
  };
}
