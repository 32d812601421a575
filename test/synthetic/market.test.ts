import { describe, expect, it } from "vitest";
import { INDUSTRY_GROUPS } from "../../src/dataset/industry-groups.ts";
import { dateText } from "../../src/synthetic/calendar.ts";
import { generateCompanies } from "../../src/synthetic/companies.ts";
import {
  industryHistoryRows,
  marketDays,
  marketLines,
  priceRows,
  shortRows,
} from "../../src/synthetic/market.ts";

const SEED = 5;
const companies = generateCompanies(SEED, 1);
const lines = marketLines(SEED, companies);
const { reports, sessions } = marketDays(false);

describe("the synthetic market", () => {
  const shorts = lines.map((line) => [...shortRows(SEED, line, reports)]);
  const prices = lines.map((line) => [...priceRows(SEED, line, sessions)]);

  it("gives every security its own code, and the whole market 1,200 of them on every day", () => {
    expect(new Set(lines.map((line) => line.code)).size).toBe(lines.length);
    const whole = marketLines(SEED, generateCompanies(SEED, 1, true));
    expect(new Set(whole.map((line) => line.code)).size).toBe(whole.length);
    expect(whole.length).toBeGreaterThanOrEqual(1_200);
    expect(marketDays(true).reports.length).toBeGreaterThan(4_000);
  });

  it("takes industries from the 25 groups, leaves some unknown and one group to a single company", () => {
    const groups = Map.groupBy(companies, (company) => company.row.industry as string | null);
    for (const group of groups.keys()) if (group !== null) expect(INDUSTRY_GROUPS).toContain(group);
    expect(groups.get(null)!.length).toBeGreaterThan(0);
    expect([...groups.values()].some((members) => members.length === 1)).toBe(true);
    expect(groups.size).toBe(INDUSTRY_GROUPS.length + 1);
  });

  it("has funds, notes with a coupon, long codes, deferred products, few shares and more than all short", () => {
    const names = lines.map((line) => line.productName);
    expect(names.filter((name) => /ETF\b/.test(name)).length).toBe(20);
    expect(names.filter((name) => /\d%/.test(name)).length).toBe(8);
    expect(lines.filter((line) => line.code.length > 4).length).toBe(8);
    expect(shorts.flat().some((row) => String(row.product_name).endsWith("DEFERRED SETTLEMENT"))).toBe(true);
    const small = shorts[lines.findIndex((line) => line.code === "YSM1")];
    expect(small.some((row) => Number(row.short_percent) > 100)).toBe(true);
  });

  it("reports by month and then by day, with gaps, zeroes, peaks, nothing on issue and reports that end", () => {
    const newest = dateText(reports.at(-1)!);
    const rows = shorts.flat();
    expect(shorts.filter((list) => list.length === 0).length).toBeGreaterThan(50);
    expect(shorts.filter((list) => list.at(-1)?.date === newest).length).toBeGreaterThan(250);
    expect(shorts.some((list) => list.length > 0 && String(list.at(-1)!.date) < "2026-10-01")).toBe(true);
    expect(rows.some((row) => row.short_percent === 0)).toBe(true);
    expect(rows.some((row) => row.short_percent === null && row.total_product_in_issue === 0)).toBe(true);
    expect(rows.some((row) => Number(row.short_percent) > 15)).toBe(true);
    const isOff = (row: (typeof rows)[number]) => {
      const share = (100 * Number(row.reported_short_positions)) / Number(row.total_product_in_issue);
      return row.short_percent !== null && !(Math.abs(share - Number(row.short_percent)) <= 0.0051);
    };
    expect(rows.filter(isOff)).toEqual([]);
  });

  it("prices most of them, some with a split that the adjusted close does not see, some ending early", () => {
    const priced = prices.filter((list) => list.length > 0);
    expect(priced.length / lines.length).toBeGreaterThan(0.75);
    expect(priced.length).toBeLessThan(lines.length);
    expect(priced.some((list) => String(list.at(-1)!.date) < "2026-10-01")).toBe(true);
    expect(priced.some((list) => list.slice(-5).every((row) => row.volume === 0))).toBe(true);
    const steps = priced.flatMap((list) =>
      list.slice(1).map((row, i) => ({
        close: Number(row.close) / Number(list[i].close) - 1,
        adjusted: Number(row.adjusted_close) / Number(list[i].adjusted_close) - 1,
      })),
    );
    expect(steps.some((step) => Math.abs(step.close) > 0.25 && Math.abs(step.adjusted) < 0.05)).toBe(true);
    expect(steps.some((step) => Math.abs(step.adjusted) > 0.25)).toBe(true);
    const isWithin = ({ low, close, high }: (typeof priced)[number][number]) =>
      Number(low) <= Number(close) && Number(close) <= Number(high);
    expect(prices.flat().filter((row) => !isWithin(row))).toEqual([]);
  });

  it("records industries since a day, some changed since, some never", () => {
    const histories = companies.map(industryHistoryRows);
    expect(histories.some((rows) => rows.length === 0)).toBe(true);
    expect(histories.some((rows) => rows.length === 2 && rows[1].source === "observed")).toBe(true);
  });
});
