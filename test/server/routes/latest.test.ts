import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../src/config/tier-limits.ts";
import { serveLimited } from "../../support/wire/access-server.ts";
import { exchange, requestBytes } from "../../support/wire/raw-http.ts";

const AGENT = { "user-agent": "terrace-tests/1" };
const get = (url: string, headers: Record<string, string> = AGENT, method = "GET") =>
  fetch(`${url}/v1/latest`, { method, headers });

describe("GET /v1/latest", () => {
  it("tells the first, the last and the number of trading dates of the whole dataset, and when the last is known", async () => {
    const { url } = await serveLimited();
    const response = await get(url);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("public, max-age=300");
    expect(text).toMatch(
      /^\{"latest_date":"2026-11-06","available_from":"2026-11-12","earliest_date":"2010-06-16","total_dates":\d+,"publication_lag_trading_days":4\}$/,
    );
    expect(JSON.parse(text).total_dates).toBe(await countTradingDates());
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 32);
    expect(response.headers.get("etag")).toBe(`"${digest}"`);
  });

  it("costs one for an answer and nothing when the caller has it already", async () => {
    const { url } = await serveLimited();
    const { apiPerMinute } = DEFAULT_LIMITS.anonymous;
    const first = await get(url);
    const etag = first.headers.get("etag")!;
    expect(first.headers.get("x-ratelimit-remaining")).toBe(String(apiPerMinute - 1));
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const same = await get(url, { ...AGENT, "if-none-match": known });
      expect(same.status, known).toBe(304);
      expect(await same.text()).toBe("");
      expect(same.headers.get("etag")).toBe(etag);
      expect(same.headers.get("cache-control")).toBe("public, max-age=300");
      expect(same.headers.get("x-ratelimit-remaining")).toBeNull();
    }
    const changed = await get(url, { ...AGENT, "if-none-match": '"other"' });
    expect(changed.status).toBe(200);
    expect(changed.headers.get("x-ratelimit-remaining")).toBe(String(apiPerMinute - 2));
  });

  it("answers HEAD with the headers only", async () => {
    const { url } = await serveLimited();
    const head = await get(url, AGENT, "HEAD");
    const full = await get(url);
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(head.headers.get("etag")).toBe(full.headers.get("etag"));
    expect(head.headers.get("content-length")).toBe(String((await full.text()).length));
    expect((await get(url, { ...AGENT, "if-none-match": "*" }, "HEAD")).status).toBe(304);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])("does not offer %s", async (method) => {
    const { url } = await serveLimited();
    const response = await get(url, AGENT, method);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, HEAD");
    const message = `${method} is not offered here; allowed are GET and HEAD`;
    expect(await response.json()).toEqual({ error: message, code: "unimplemented", message });
  });

  it("refuses tools' default agents free of charge", async () => {
    const { url } = await serveLimited();
    const refused = await get(url, { "user-agent": "curl/8.5" });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: "permission_denied" });
    const silent = await exchange(
      Number(new URL(url).port),
      requestBytes({ method: "GET", path: "/v1/latest" }),
    );
    expect(silent.status).toBe(403);
    expect((await get(url)).headers.get("x-ratelimit-monthly-used")).toBe("1");
  });

  it("shares its meter with the calls, and refuses as plain endpoints do", async () => {
    const { url } = await serveLimited();
    const { apiPerMinute } = DEFAULT_LIMITS.anonymous;
    for (let i = 0; i < apiPerMinute; i++) expect((await get(url)).status).toBe(200);
    const refused = await get(url);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("cache-control")).toBe("no-store");
    expect(refused.headers.get("etag")).toBeNull();
    const body = (await refused.json()) as { error: string; message: string; detail: unknown };
    expect(body.error).toBe("resource_exhausted");
    expect(body.detail).toEqual(JSON.parse(refused.headers.get("x-ratelimit-detail")!));
    const call = await fetch(`${url}/shorts.v1alpha1.HousingService/GetSuburbIndex`, {
      method: "POST",
      headers: { ...AGENT, "content-type": "application/json" },
      body: '{"stateCode":"NT"}',
    });
    expect(call.status).toBe(429);
  });
});

describe("registerInternalLimits", () => {
  const view = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/internal/limits`, { headers });
  const internalToken = "the-operators-own-token";

  it("shows the state of the limiter to the operator only", async () => {
    const { url } = await serveLimited({ config: { internalToken } });
    for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: internalToken }]) {
      expect((await view(url, headers as Record<string, string>)).status).toBe(401);
    }
    await get(url);
    const shown = await view(url, { authorization: `Bearer ${internalToken}` });
    expect(shown.headers.get("cache-control")).toBe("no-store");
    expect(await shown.json()).toEqual({
      enabled: true,
      health: {
        degraded: false,
        retained_deltas: expect.any(Number),
        tracked_identifiers: 1,
        max_identifiers: 150_000,
      },
    });
  });

  it("wants a token that a header can carry", async () => {
    for (const internalToken of ["short", "a token of words with spaces"]) {
      await expect(serveLimited({ config: { internalToken } })).rejects.toThrow(
        "TERRACE_INTERNAL_TOKEN must",
      );
    }
  });

  it("is not there without a token, and says when limits are off", async () => {
    expect((await view((await serveLimited()).url)).status).toBe(404);
    const { url } = await serveLimited({ config: { internalToken, limits: false } });
    expect(await (await view(url, { authorization: `Bearer ${internalToken}` })).json()).toEqual({
      enabled: false,
    });
  });
});

/** Lines of the dataset's own file, but its header. */
async function countTradingDates(): Promise<number> {
  const text = await readFile(join(inject("country").datasetDir, "trading_dates.csv"), "utf8");
  return text.trimEnd().split("\n").length - 1;
}
