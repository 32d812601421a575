import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { asking } from "../../support/country/ask-country.ts";
import { serveLimited } from "../../support/wire/access-server.ts";

const get = (url: string) => asking({ url }).get("/v1/latest");

describe("GET /v1/latest", () => {
  it("tells the first, the last and the number of trading dates of the whole dataset, and when the last is known", async () => {
    const { url } = await serveLimited();
    const response = await get(url);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).toMatch(
      /^\{"latest_date":"2026-11-06","available_from":"2026-11-12","earliest_date":"2010-06-16","total_dates":\d+,"publication_lag_trading_days":4\}$/,
    );
    expect(JSON.parse(text).total_dates).toBe(await countTradingDates());
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 32);
    expect(response.headers.get("etag")).toBe(`"${digest}"`);
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

async function countTradingDates(): Promise<number> {
  const text = await readFile(join(inject("country").datasetDir, "trading_dates.csv"), "utf8");
  return text.trimEnd().split("\n").length - 1;
}
