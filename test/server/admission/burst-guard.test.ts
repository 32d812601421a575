import { fastify } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  ADDRESS_OF_TOKENS,
  GUARD_BUCKETS,
  type GuardBucket,
  guardHook,
} from "../../../src/server/admission/burst-guard.ts";
import { GuardWindows } from "../../../src/server/admission/limits/burst-windows.ts";
import { RefusalCounters } from "../../../src/server/admission/limits/refusal-counters.ts";
import { servedCountry } from "../../support/country/ask-country.ts";
import { postJson } from "../../support/country/call-json.ts";
import { holdRecord } from "../../support/run/hold-record.ts";
import { type LogLine, logInto } from "../../support/run/log-lines.ts";
import { serveLimited } from "../../support/wire/access-server.ts";
import { METRICS_TOKEN, metricsPage } from "../../support/wire/metric-value.ts";

const INDEX = "/shorts.v1alpha1.HousingService/GetSuburbIndex";
const GUARDED = { guard: true, limits: false, metricsToken: METRICS_TOKEN, trustedProxies: "127.0.0.1" };

/** A server whose clock does not advance; `callers` counts the addresses used. */
const serving = servedCountry({
  monotonicMs: () => 0,
  config: { ...GUARDED, webHosts: "localhost, *.Preview.example", firstPartyMarker: "AcmeWeb" },
});
let callers = 0;

function post(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return postJson(`${url}${INDEX}`, '{"stateCode":"ACT"}', { "user-agent": "terrace-tests/1", ...headers });
}

/** Calls until one is rejected; returns the number before it, and the rejection. */
async function callUntilRefused(url: string, headers: Record<string, string>) {
  for (let admitted = 0; admitted <= 1000; admitted++) {
    const response = await post(url, headers);
    if (response.status === 429) return { admitted, refusal: response };
    expect(response.status, await response.text()).toBe(200);
  }
  throw new Error("nobody was refused");
}

describe("GuardWindows", () => {
  it("forgets no address for tokens, however many are invented, and is the same in every thread", () => {
    const windows = new GuardWindows();
    const other = new GuardWindows(windows.memory);
    const one = { per10s: 1, per60s: 1 };
    expect(windows.addresses.take("honest", one, 0)).toBeUndefined();
    for (let i = 0; i < 70_000; i++) windows.tokens.take(`token-${i}`, one, i / 1000);
    expect(other.addresses.take("honest", one, 71)).toBe("10s");
    expect(other.tokens.take("token-69999", one, 71)).toBe("10s");
  });
});

describe("guardHook", () => {
  it("is off unless it is asked for", async () => {
    const { url } = await serveLimited({ config: { limits: false } });
    for (let i = 0; i < 3 * GUARD_BUCKETS["api-anon"].per60s; i++) {
      const { status, headers } = await post(url);
      expect([status, headers.get("x-ratelimit-scope")]).toEqual([200, null]);
    }
  });

  it("turns a burst away, then what is too much within a minute, with headers of its own", async () => {
    const { url, clock } = await serveLimited({ config: GUARDED });
    const { per10s, per60s } = GUARD_BUCKETS["api-anon"];
    let sent = 0;
    for (const [full, seconds, limit] of [
      ["10s", 10, per10s],
      ["10s", 10, per10s],
      ["10s", 10, per10s],
      ["60s", 60, per60s],
    ] as const) {
      const { admitted, refusal } = await callUntilRefused(url, {});
      sent += admitted;
      const headers = Object.fromEntries(
        [...refusal.headers].filter(([name]) => /^(x-ratelimit|retry-after|cache-control)/.test(name)),
      );
      expect(headers).toEqual({
        "cache-control": "no-store",
        "retry-after": String(seconds),
        "x-ratelimit-bucket": "api-anon",
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(clock.nowMs / 1000 + seconds),
        "x-ratelimit-scope": `edge-${full}`,
      });
      expect(await refusal.json()).toEqual({
        code: "resource_exhausted",
        message: `Too many requests within ${seconds} seconds: wait that long and send fewer at once.`,
      });
      clock.nowMs += seconds * 1000;
    }
    expect(sent).toBe(per60s);
    expect((await post(url)).status).toBe(200);
    expect(await metricsPage({ url })).toContain(
      'terrace_guard_refusals_total{bucket="api-anon",window="10s"} 3',
    );
  });

  it.each<[GuardBucket, Record<string, string>]>([
    ["api-key", { authorization: "Bearer whatever" }],
    ["api-key", { "x-api-key": "another" }],
    ["browser-anon", { origin: "http://localhost:3000" }],
    ["browser-anon", { origin: "https://branch.preview.example" }],
    ["api-anon", { origin: "https://notpreview.example" }],
    ["first-party", { "user-agent": "AcmeWeb/1" }],
    ["api-anon", { origin: "https://elsewhere.example" }],
    ["api-anon", { "x-forwarded-for": "2001:db8::1" }],
  ])("counts in the bucket %s with %o", async (bucket, headers) => {
    const { url } = serving;
    const from = { "x-forwarded-for": `192.0.2.${++callers}` };
    const { admitted, refusal } = await callUntilRefused(url, { ...from, ...headers });
    expect([admitted, refusal.headers.get("x-ratelimit-bucket")]).toEqual([
      GUARD_BUCKETS[bucket].per10s,
      bucket,
    ]);
    // Each address has its own bucket.
    expect((await post(url, { "x-forwarded-for": `192.0.2.${++callers}` })).status).toBe(200);
  });

  it.each([
    ["authorization", "Bearer "],
    ["x-api-key", ""],
  ])("takes no invented token in %s for another caller", async (header, scheme) => {
    const { url } = await serveLimited({ config: GUARDED });
    const { per10s } = ADDRESS_OF_TOKENS;
    const from = (address: string, token: string) => ({
      "x-forwarded-for": address,
      [header]: `${scheme}${token}`,
    });
    for (let i = 0; i < per10s; i++) {
      const response = await post(url, from("198.51.100.1", `invented-${i}`));
      expect(response.status, await response.text()).toBe(200);
    }
    const refused = await post(url, from("198.51.100.1", "one-more"));
    const limits = ["x-ratelimit-bucket", "x-ratelimit-limit"].map((name) => refused.headers.get(name));
    expect([refused.status, ...limits]).toEqual([429, "api-key", String(per10s)]);
    // The token from another address is another caller, and so is that address without the token.
    expect((await post(url, from("198.51.100.2", "one-more"))).status).toBe(200);
    expect((await post(url, { "x-forwarded-for": "198.51.100.1" })).status).toBe(200);
  });

  it("counts a token whatever addresses it comes from", async () => {
    const { url } = serving;
    const { per10s } = GUARD_BUCKETS["api-key"];
    const statuses: number[] = [];
    for (let i = 0; i <= per10s; i++) {
      const headers = { authorization: "Bearer shared", "x-forwarded-for": `198.51.100.${i % 50}` };
      statuses.push((await post(url, headers)).status);
    }
    expect(statuses).toEqual([...Array(per10s).fill(200), 429]);
  });

  it("never counts documents, health and preflights, and refuses plain endpoints in their own words", async () => {
    const { url } = await serveLimited({ config: GUARDED });
    const headers = { "user-agent": "terrace-tests/1" };
    for (let i = 0; i < 2 * GUARD_BUCKETS["api-anon"].per60s; i++) {
      for (const path of ["/health", "/api/health", "/docs.md"]) {
        expect((await fetch(url + path, { headers })).status).toBe(200);
      }
      const preflight = { origin: "http://localhost:3000", "access-control-request-method": "POST" };
      expect((await fetch(url + INDEX, { method: "OPTIONS", headers: preflight })).status).toBe(204);
    }
    await callUntilRefused(url, {});
    const refused = await fetch(`${url}/v1/latest`, { headers });
    expect([refused.status, refused.headers.get("x-ratelimit-scope")]).toEqual([429, "edge-10s"]);
    expect(await refused.json()).toMatchObject({ error: "Too Many Requests" });
  });

  it("lets a caller in whose record a thread holds that has ended, and counts it again afterwards", async () => {
    const windows = new GuardWindows();
    const counters = new RefusalCounters();
    const lines: LogLine[] = [];
    const app = fastify();
    app.addHook(
      "onRequest",
      guardHook(
        { webHosts: "", firstPartyMarker: "" },
        { counters, addressOf: () => "192.0.2.1" },
        { windows, log: logInto(lines), now: () => 0, monotonicMs: () => 0 },
      ),
    );
    app.get("/v1/latest", () => "answered");
    onTestFinished(() => app.close());
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    const ask = async () => (await fetch(`${url}/v1/latest`)).status;
    const dead = await holdRecord(windows.addresses.memory, "api-anon 192.0.2.1");
    expect(await ask()).toBe(200);
    expect(counters.values()).toEqual([{ name: "limiter_failures_total", labels: {}, value: 1 }]);
    expect(lines.map(({ msg }) => msg)).toEqual(["the guard failed; the request is admitted"]);
    windows.releaseDead(dead);
    const statuses: number[] = [];
    for (let i = 0; i <= GUARD_BUCKETS["api-anon"].per10s; i++) statuses.push(await ask());
    expect(statuses).toEqual([...Array(GUARD_BUCKETS["api-anon"].per10s).fill(200), 429]);
  });
});
