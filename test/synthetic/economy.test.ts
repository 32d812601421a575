import { describe, expect, it } from "vitest";
import { dateText } from "../../src/synthetic/calendar.ts";
import { generateCompanies } from "../../src/synthetic/companies.ts";
import { businessCycle, economyCatalogue, observationRows } from "../../src/synthetic/economy.ts";
import { tradingDays } from "../../src/synthetic/market.ts";

const SEED = 5;

describe("economyCatalogue", () => {
  const series = economyCatalogue();

  it("lists over 250 series of all topics under unique keys that follow from their parts", () => {
    expect(series.length).toBeGreaterThanOrEqual(250);
    expect(new Set(series.map((s) => s.key)).size).toBe(series.length);
    const topics =
      "labour cpi gdp trade petroleum rates wages spending lending construction approvals population business crime markets";
    expect(new Set(series.map((s) => s.row.topic))).toEqual(new Set(topics.split(" ")));
    for (const { key, row } of series) {
      const parts = [row.topic, row.metric, row.product, row.region_code, row.adjustment];
      expect(key).toBe(parts.filter((p) => p !== null && p !== "original").join("."));
    }
    const keys = series.map((s) => s.key);
    expect(keys).toContain("labour.unemployment_rate.total.nsw.seasadj");
    expect(keys).toContain("markets.benchmark_index.aus");
    expect(keys).not.toContain("labour.unemployment_rate.total.act.seasadj");
    expect(series.filter((s) => s.row.internal_only).length).toBeGreaterThan(0);
  });

  it("reaches back to 2000 and leaves one series empty and some with holes", () => {
    const cycle = businessCycle(SEED);
    const counts = series.map((s) => [...observationRows(SEED, s, cycle)].map((o) => String(o.period)));
    expect(counts.filter((periods) => periods.length === 0)).toHaveLength(1);
    for (const [i, periods] of counts.entries()) {
      expect(periods, series[i].key).toEqual([...new Set(periods)].sort());
    }
    expect(counts.filter((p) => p[0] === "2000-01-01").length).toBeGreaterThan(200);
    expect(counts.some((p) => p.at(-1) === "2026-10-01")).toBe(true);
    const monthsBetween = (a: string, b: string) =>
      (Number(b.slice(0, 4)) - Number(a.slice(0, 4))) * 12 + Number(b.slice(5, 7)) - Number(a.slice(5, 7));
    const widest = (p: string[]) => Math.max(...p.slice(1).map((period, k) => monthsBetween(p[k], period)));
    const monthly = counts.filter(
      (_, i) => series[i].frequency === "monthly" && !series[i].flags.includes("empty"),
    );
    const quarterly = counts.filter(
      (_, i) => series[i].frequency === "quarterly" && !series[i].flags.includes("empty"),
    );
    expect(new Set(monthly.map(widest)).size).toBeGreaterThan(1);
    expect(new Set(quarterly.map(widest))).toContain(6);
    expect(counts.some((_, i) => series[i].frequency === "annual")).toBe(true);
  });
});

describe("generateCompanies", () => {
  const companies = generateCompanies(SEED, 1);

  it("makes 400 companies whose shares never pass one, in every state and abroad", () => {
    expect(companies).toHaveLength(400);
    expect(new Set(companies.map((c) => c.code)).size).toBe(400);
    for (const c of companies) {
      expect(c.exposures.reduce((sum, e) => sum + Number(e.weight), 0)).toBeLessThanOrEqual(1.0000001);
    }
    const perRegion = Map.groupBy(
      companies.flatMap((c) => c.exposures),
      (e) => e.region,
    );
    expect(perRegion.size).toBe(9);
    for (const [region, rows] of perRegion) expect(rows.length, String(region)).toBeGreaterThanOrEqual(20);
  });

  it("leaves some without market value, some placed by their office alone and some nowhere", () => {
    expect(companies.some((c) => c.row.market_cap === "n/a")).toBe(true);
    expect(companies.some((c) => c.row.market_cap === null)).toBe(true);
    const unmodelled = companies.filter((c) => c.exposures.length === 0);
    expect(unmodelled.some((c) => /, (NSW|VIC|QLD), AUSTRALIA, \d{4}$/.test(String(c.row.address)))).toBe(
      true,
    );
    expect(unmodelled.some((c) => !String(c.row.address).includes("AUSTRALIA"))).toBe(true);
  });
});

describe("tradingDays", () => {
  const dates = new Set(tradingDays().map(dateText));

  it("runs from 2010-06-16 to 2026-11-06 on weekdays", () => {
    const list = [...dates];
    expect([list[0], list.at(-1)]).toEqual(["2010-06-16", "2026-11-06"]);
    expect(list.some((d) => [0, 6].includes(new Date(`${d}T00:00:00Z`).getUTCDay()))).toBe(false);
  });

  it.each([
    ["New Year", "2026-01-01"],
    ["Australia Day on a Monday", "2025-01-27"],
    ["Good Friday", "2026-04-03"],
    ["Easter Monday", "2024-04-01"],
    ["Easter Monday", "2019-04-22"],
    ["Anzac Day", "2025-04-25"],
    ["the monarch's birthday", "2026-06-08"],
    ["Christmas", "2025-12-25"],
    ["Boxing Day moved to Monday", "2020-12-28"],
    ["Christmas and Boxing Day moved", "2021-12-28"],
  ])("rests on %s, %s", (_, date) => {
    expect(dates.has(date)).toBe(false);
  });

  it("trades on the days around Easter", () => {
    expect(dates.has("2026-04-02") && dates.has("2026-04-07")).toBe(true);
  });
});
