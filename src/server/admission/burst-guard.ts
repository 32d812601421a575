import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { Code } from "@connectrpc/connect";
import type { FastifyBaseLogger, FastifyReply, onRequestHookHandler } from "fastify";
import type { Config } from "../../config/config.ts";
import { errorBody } from "../../rpc/error-body.ts";
import { peerAddress, siteOf } from "../wire/http/client-address.ts";
import { refuseCall } from "../wire/http/refuse-call.ts";
import { rpcPath } from "../wire/http/rpc-path.ts";
import type { AccessControl } from "./access-control.ts";
import { accessRules } from "./callers/access-rules.ts";
import { isOnWebHost, readWebHosts } from "./callers/identity.ts";
import { type BurstLimits, type FullWindow, GuardWindows } from "./limits/burst-windows.ts";
import type { LimitHeaders } from "./limits/rate-limit-headers.ts";

/** Buckets of callers, with the most requests of one within 10 and 60 seconds; 0 is unlimited. */
export const GUARD_BUCKETS = {
  "api-key": { per10s: 100, per60s: 600 },
  "api-anon": { per10s: 10, per60s: 30 },
  "first-party": { per10s: 600, per60s: 0 },
  "browser-anon": { per10s: 100, per60s: 600 },
} as const satisfies Readonly<Record<string, BurstLimits>>;

export type GuardBucket = keyof typeof GUARD_BUCKETS;

/** Limits of all tokens from one address: many users may share it, but a caller can also invent tokens. */
export const ADDRESS_OF_TOKENS: BurstLimits = { per10s: 1000, per60s: 6000 };

interface GuardOptions {
  readonly log: FastifyBaseLogger;
  /** By default new windows for this guard alone. */
  readonly windows?: GuardWindows | undefined;
  readonly now: () => number;
  /** Monotonic. */
  readonly monotonicMs: () => number;
}

/**
 * A hook that limits bursts as a CDN would: by address and token, before the caller is identified and
 * whatever its tier. Pages, health and preflights pass.
 */
export function guardHook(
  { webHosts, firstPartyMarker }: Pick<Config, "webHosts" | "firstPartyMarker">,
  { counters, addressOf }: Pick<AccessControl, "counters" | "addressOf">,
  { log, now, monotonicMs, windows = new GuardWindows() }: GuardOptions,
): onRequestHookHandler {
  const rules = accessRules();
  const bucketOf = bucketRule(readWebHosts(webHosts), firstPartyMarker);
  return function guard(request, reply, done) {
    const path = request.url.split("?", 1)[0];
    const isMethod = rules.has(path) || rules.has(rpcPath(request) ?? "");
    if ((!isMethod && !path.startsWith("/v1/")) || request.method === "OPTIONS") return done();
    const address = addressOf(peerAddress(request.raw), request.headers);
    const { bucket, token } = bucketOf(request.headers);
    let limits: BurstLimits = token === undefined ? GUARD_BUCKETS[bucket] : ADDRESS_OF_TOKENS;
    let full: FullWindow | undefined;
    try {
      const nowMs = monotonicMs();
      full = windows.addresses.take(`${bucket} ${siteOf(address)}`, limits, nowMs);
      if (full === undefined && token !== undefined) {
        limits = GUARD_BUCKETS[bucket];
        full = windows.tokens.take(token, limits, nowMs);
      }
    } catch (err) {
      counters.failedOpen();
      log.error({ err }, "the guard failed; the request is admitted");
    }
    if (full === undefined) return done();
    counters.guardRefused(bucket, full);
    const message = `Too many requests within ${full.replace("s", " seconds")}: wait that long and send fewer at once.`;
    const headers = refusalHeaders(bucket, limits, full, now());
    if (isMethod) {
      refuseCall(request, reply as FastifyReply, { code: Code.ResourceExhausted, message, headers });
      return;
    }
    reply
      .code(429)
      .headers(headers)
      .send(errorBody("resource_exhausted", message, "Too Many Requests"));
  };
}

/**
 * Returns the bucket of a request, and the digest of its token, which is counted separately. The token is not
 * verified: anyone can invent one, so it only chooses the bucket and never replaces counting by address.
 */
function bucketRule(webHosts: readonly string[], firstPartyMarker: string) {
  return (headers: IncomingHttpHeaders): { readonly bucket: GuardBucket; readonly token?: string } => {
    const token = headers.authorization ?? headers["x-api-key"];
    if (token !== undefined) {
      const bare = String(token).replace(/^bearer +/i, "");
      return { bucket: "api-key", token: hash("sha256", bare).slice(0, 32) };
    }
    if (firstPartyMarker !== "" && headers["user-agent"]?.includes(firstPartyMarker)) {
      return { bucket: "first-party" };
    }
    return { bucket: isOnWebHost(headers.origin, webHosts) ? "browser-anon" : "api-anon" };
  };
}

/** Unlike those of the limiter, these have a scope and a bucket and no `X-RateLimit-Detail`. */
function refusalHeaders(
  bucket: GuardBucket,
  { per10s, per60s }: BurstLimits,
  full: FullWindow,
  nowMs: number,
): LimitHeaders {
  const [limit, seconds] = full === "10s" ? [per10s, 10] : [per60s, 60];
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Math.ceil(nowMs / 1000) + seconds),
    "retry-after": String(seconds),
    "x-ratelimit-scope": `edge-${full}`,
    "x-ratelimit-bucket": bucket,
    "cache-control": "no-store",
  };
}
