import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { allowanceOf, DEFAULT_LIMITS, readLimitTable, TIERS } from "../../../src/config/tier-limits.ts";
import { publicMethods } from "../../../src/domains/public-methods.ts";
import { dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";
import {
  availableFrom,
  isTradingDay,
  PUBLICATION_LAG_TRADING_DAYS,
} from "../../../src/runtime/time/trading-days.ts";
import { postJson } from "../../support/country/call-json.ts";
import { callJson, serveCountry } from "../../support/country/serve-country.ts";
import { eventually, opened } from "../../support/run/fixtures.ts";
import { openQuotaFile } from "../../support/run/quota-file.ts";
import { bearer, serveLimited, startAccessServer, testClock } from "../../support/wire/access-server.ts";
import { FILTER_PATH } from "../../support/wire/wire-server.ts";

const HOUSING = "shorts.v1alpha1.HousingService";
const AGENT = { "user-agent": "terrace-tests/1" };

async function call(url: string, headers: Record<string, string> = {}, path = FILTER_PATH, body = "{}") {
  const response = await postJson(url + path, body, { ...AGENT, ...headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const tokenFor = (userId: string, tier: string, nowMs: number) => bearer(nowMs, { userId, tier });

const serving = opened(() => serveCountry(inject("country").dataDir));

describe("what production learned the hard way", () => {
  it("meters the caller and not the proxy, by the rows that the quota table grows", async () => {
    const proxied = await serveLimited({
      config: { trustedProxies: "127.0.0.1, 173.245.48.0/20", clientIpHeader: "CF-Connecting-IP" },
    });
    const callers = ["198.51.100.1", "198.51.100.2", "2001:db8::1"];
    for (const caller of callers) {
      for (let i = 0; i < 20; i++) {
        const headers = { "x-forwarded-for": `${caller}, 173.245.48.9`, "cf-connecting-ip": caller };
        const path = `/${HOUSING}/GetSuburbIndex`;
        const { status } = await call(proxied.url, headers, path, '{"stateCode":"ACT"}');
        // Sixty requests through one proxy: a shared bucket of thirty would have refused half of them.
        expect(status).toBe(200);
      }
    }
    await proxied.close();
    const store = openQuotaFile(proxied.quotaFile);
    const asked = [
      "ip:127.0.0.1",
      "ip:173.245.48.9",
      "ip:198.51.100.1",
      "ip:198.51.100.2",
      "ip:2001:db8:0:0::/64",
    ];
    expect([...(await store.readTotals("2026-11-01", asked))]).toEqual(asked.slice(2).map((id) => [id, 20]));
    await store.close();
  });

  it("lets the first call of every endpoint in with limits on, at every tier", async () => {
    const { url, clock } = await serveLimited();
    for (const tier of TIERS) {
      const token = await tokenFor(`u-${tier}`, tier, clock.nowMs);
      for (const { path } of publicMethods().slice(0, 6)) {
        expect((await call(url, token, path)).status, `${tier} ${path}`).not.toBe(429);
      }
      expect((await fetch(`${url}/v1/latest`, { headers: { ...AGENT, ...token } })).status).toBe(200);
    }
    for (const [i, { path }] of publicMethods().entries()) {
      // There are more methods than a stranger's calls of one minute.
      if (i % 20 === 0) clock.nowMs += 61_000;
      expect((await call(url, {}, path)).status, path).not.toBe(429);
    }
  });

  it("asks no store while a request waits: one that cannot be opened slows and refuses nobody", async () => {
    const server = await startAccessServer({ config: { quotaFile: "/nonexistent/quota.sqlite" } });
    const token = await tokenFor("u-1", "enterprise", server.clock.nowMs);
    for (let i = 0; i < 250; i++) {
      const { status, headers } = await call(server.url, token);
      expect(status).toBe(200);
      expect(headers.get("x-ratelimit-monthly-used")).toBe(String(i + 1));
    }
    expect(server.accessControl.health()!.retained_deltas).toBe(1);
  });

  it("never turns its own rendering away, with a wrong secret or none", async () => {
    const server = await startAccessServer({
      config: { firstPartyMarker: "AcmeWeb", firstPartySecret: "the shared secret" },
    });
    const { perMinute } = allowanceOf(DEFAULT_LIMITS, "anonymous", "api");
    for (let i = 0; i < perMinute * 3; i++) {
      const secret: Record<string, string> = i % 2 === 0 ? {} : { "x-first-party-secret": "unreadable" };
      const { status, headers } = await call(server.url, {
        "user-agent": "AcmeWeb/2.0 node-rendering",
        ...secret,
      });
      expect(status).toBe(200);
      expect(headers.get("x-ratelimit-limit")).toBeNull();
      expect(headers.get("x-ratelimit-monthly-used")).toBe(String(i + 1));
    }
    const proven = await call(server.url, {
      "user-agent": "AcmeWeb/2.0",
      "x-first-party-secret": "the shared secret",
    });
    expect(proven.headers.get("x-ratelimit-monthly-used")).toBeNull();
  });

  it("shows in a protected view that a store fails, since no refusal ever would", async () => {
    const server = await startAccessServer({ config: { quotaFile: "/nonexistent/quota.sqlite" } });
    const token = await tokenFor("u-1", "enterprise", server.clock.nowMs);
    const said = () => server.log.some(({ msg }) => msg.includes("the quota store fails"));
    // Each round calls for a write; the clock lets the next one be tried.
    await eventually(async () => {
      for (let i = 0; i < 210; i++)
        server.accessControl.admit(await server.accessControl.identify(evidence(token)), 1);
      await call(server.url);
      server.clock.nowMs += 61_000;
      expect(said()).toBe(true);
    });
    expect(server.accessControl.health()).toMatchObject({ degraded: true, max_identifiers: 150_000 });
    expect(server.log.filter(({ msg }) => msg.includes("the quota store fails"))).toHaveLength(1);
    expect((await call(server.url)).status).toBe(200);
  });

  it("meters a token holder at the holder's own tier on public methods", async () => {
    const server = await startAccessServer();
    for (const tier of ["free", "pro", "enterprise"]) {
      const { headers } = await call(server.url, await tokenFor(`u-${tier}`, tier, server.clock.nowMs));
      const { perMinute, perMonth } = allowanceOf(DEFAULT_LIMITS, tier, "api");
      expect(headers.get("x-ratelimit-limit")).toBe(String(perMinute));
      expect(headers.get("x-ratelimit-monthly-limit")).toBe(String(perMonth));
    }
  });

  it("names in an error the field that the request has", async () => {
    const { url } = serving;
    for (const [method, request, field] of [
      ["FilterSuburbs", {}, "state_code"],
      ["GetSuburbMetricColumns", { stateCode: "ACT" }, "metric_keys"],
      ["ListSuburbDropListings", {}, "sal_code or region_code"],
      ["GetDropIndexSeries", { grain: "moon" }, "grain"],
      ["GetSuburbProfile", {}, "sal_code"],
    ] as const) {
      const { status, body } = await callJson(url, `${HOUSING}/${method}`, request);
      expect(status, method).toBe(400);
      expect((body as { message: string }).message, method).toContain(field);
    }
  });

  it("steps on from any date by the calendar, old ones too, and not among the newest", async () => {
    // No answer has a next date; the day a report is known on is the one step that is taken from a date.
    const first = dayNumberOf("2010-06-14")!;
    const last = dayNumberOf("2026-11-13")!;
    const days = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter(isTradingDay);
    expect(days.length).toBeGreaterThan(4000);
    const text = await readFile(join(inject("country").datasetDir, "trading_dates.csv"), "utf8");
    const reported = text.trimEnd().split("\n").slice(1);
    expect(reported.filter((date) => !days.includes(dayNumberOf(date)!)).length).toBeLessThan(10);
    for (let i = 0; i + PUBLICATION_LAG_TRADING_DAYS < days.length; i++) {
      expect(availableFrom(days[i])).toBe(days[i + PUBLICATION_LAG_TRADING_DAYS]);
    }
  });

  it("promises no stale answers to POST, which nobody can revalidate", async () => {
    const { url } = serving;
    const { headers } = await callJson(url, `${HOUSING}/GetSuburbIndex`, { stateCode: "ACT" });
    expect(headers.get("cache-control") ?? "").not.toContain("stale-while-revalidate");
  });

  it("answers each body of one path with its own answer, again and again", async () => {
    const { url } = serving;
    for (let round = 0; round < 3; round++) {
      for (const stateCode of ["ACT", "NT", "TAS"]) {
        const { body } = await callJson(url, `${HOUSING}/ListStateSuburbs`, { stateCode });
        const { suburbs } = body as { suburbs: { stateCode?: string; salCode: string }[] };
        const digit = { ACT: "8", NT: "7", TAS: "6" }[stateCode];
        expect(suburbs.every(({ salCode }) => salCode.startsWith(digit!))).toBe(true);
      }
    }
  });

  it("refuses a date that no calendar has by name, and does not call it not found", async () => {
    const { url } = serving;
    for (const date of ["2026-02-31", "2027-02-29", "2026-13-01", "2026-00-10"]) {
      const request = { grain: "state", grainKey: "NSW", from: date };
      const { status, body } = await callJson(url, `${HOUSING}/GetDropIndexSeries`, request);
      expect([status, (body as { code: string }).code]).toEqual([400, "invalid_argument"]);
      expect((body as { message: string }).message).toContain(`from: "${date}"`);
    }
  });

  it("thins out no long period: each observation comes back at its own date", async () => {
    const { url } = serving;
    const text = await readFile(join(inject("country").datasetDir, "economic_observations.csv"), "utf8");
    const bySeries = Map.groupBy(
      text
        .trimEnd()
        .split("\n")
        .slice(1)
        .map((line) => line.split(",")),
      ([key]) => key,
    );
    const [key, rows] = [...bySeries].reduce((a, b) => (b[1].length > a[1].length ? b : a));
    const { body } = await callJson(url, "shorts.v1alpha1.EconomyService/GetEconomicSeries", {
      seriesKeys: [key],
    });
    const [{ observations }] = (body as { series: { observations: { period: string; value?: number }[] }[] })
      .series;
    const wanted = rows.map(([, period, value]) => ({ period: `${period}T00:00:00Z`, value: Number(value) }));
    // 600 observations are the most that a series answers with, the newest of them.
    expect(observations).toEqual(wanted.slice(-600));
  });

  it("serves the numbers that are configured, so that what is published can be derived from them", async () => {
    const tierLimits = readLimitTable(
      { anonymous: { apiPerMinute: 7, apiPerMonth: 70 }, pro: { apiPerMinute: 0 } },
      "test",
    );
    const server = await startAccessServer({ config: { tierLimits }, clock: testClock() });
    const stranger = await call(server.url);
    expect(stranger.headers.get("x-ratelimit-limit")).toBe(String(tierLimits.anonymous.apiPerMinute));
    expect(stranger.headers.get("x-ratelimit-monthly-limit")).toBe(String(tierLimits.anonymous.apiPerMonth));
    const pro = await call(server.url, await tokenFor("u-1", "pro", server.clock.nowMs));
    expect(pro.headers.get("x-ratelimit-limit")).toBeNull();
    expect(pro.headers.get("x-ratelimit-monthly-limit")).toBe(String(tierLimits.pro.apiPerMonth));
  });
});

const evidence = (headers: Record<string, string>) => ({ headers, peer: "127.0.0.1" });
