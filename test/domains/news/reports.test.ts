import { describe, expect, it } from "vitest";
import { ReportsService } from "../../../src/gen/shorts/v1alpha1/reports_pb.ts";
import { type PartialRow, rowsIn } from "../../support/data/build-db.ts";
import type { Json } from "../../support/data/method-calls.ts";
import { articleRow, newsCalls } from "../../support/data/news-rows.ts";

const { getWeeklyReport } = ReportsService.method;

/** Percentages by code on a date. */
const day = (date: string, percentages: Readonly<Record<string, number | null>>): PartialRow[] =>
  Object.entries(percentages).map(([stock_code, short_percent]) => ({
    stock_code,
    date,
    short_percent,
    product_name: `${stock_code} ORDINARY`,
  }));

/** Mondays and Fridays of three weeks. */
const WEEKS = [
  ...day("2026-10-19", { AAA: 9, BBB: 9, CCC: 9 }),
  ...day("2026-10-23", { AAA: 1, BBB: 4, CCC: 0 }),
  ...day("2026-10-30", { AAA: 2.5, BBB: 3, CCC: 0, DDD: 12 }),
];

describe("GetWeeklyReport", () => {
  it("compares the newest dates of a week and the week before, and cites both", async () => {
    const { call } = await newsCalls({ short_positions: WEEKS });
    const report = await call(getWeeklyReport, { weekSlug: "2026-W44" });
    expect([report.reportDate, report.previousDate]).toEqual(["2026-10-30", "2026-10-23"]);
    expect(report.citations.map(({ id, date, type }: Json) => [id, date, type])).toEqual([
      ["ref-1", "2026-10-30", "data"],
      ["ref-2", "2026-10-23", "data"],
    ]);
    expect(report.marketStats).toEqual({
      totalStocksShorted: 3,
      avgShortPct: 5.833333,
      maxShortPct: 12,
      maxShortCode: "DDD",
      wowAvgChange: 0.166667,
      medianShortPct: 3,
      stocksAbove10pct: 1,
      stocksAbove5pct: 1,
      riserCount: 1,
      fallerCount: 1,
    });
    expect(report.risers).toMatchObject([
      { code: "AAA", previousPct: 1, currentPct: 2.5, change: 1.5, streakWeeks: 1 },
    ]);
    expect(report.fallers).toMatchObject([{ code: "BBB", change: -1 }]);
    expect(
      report.topShorted.map((one: Json) => [one.rank, one.code, one.wowChange, one.isNewEntrant ?? false]),
    ).toEqual([
      [1, "DDD", undefined, true],
      [2, "BBB", -1, false],
      [3, "AAA", 1.5, false],
    ]);
    expect(report.qualityScore).toBe(1);
  });

  it("says in sentences what the figures say", async () => {
    const companies = [{ stock_code: "DDD", company_name: "Delta", industry: "Energy" }];
    const { call } = await newsCalls({ short_positions: WEEKS, companies });
    const { headline, summary, narrative, faqs } = await call(getWeeklyReport, { weekSlug: "2026-W44" });
    expect(headline).toBe("Short positions in week 44 of 2026: 3 stocks, DDD at 12.00 % the most");
    expect(summary).toBe(
      "On 2026-10-30 3 stocks were sold short, 5.83 % of their shares on average and 3.00 % at the median. 1 stock rose and 1 stock fell since 2026-10-23.",
    );
    expect(narrative).toEqual({
      openingHook: "The mean position rose by 0.17 percentage points between 2026-10-23 and 2026-10-30.",
      topAnalysis:
        "The largest position is Delta (DDD) with 12.00 %. 1 stock was above 10 % and 1 above 5 %. New among the 3 largest: DDD.",
      moversAnalysis:
        "The largest rise is AAA: 1.50 percentage points, from 1.00 % to 2.50 %. The largest fall is BBB: 1.00 percentage points, from 4.00 % to 3.00 %.",
      industryAnalysis: "Energy has the largest mean position: 12.00 % over 1 stock.",
      outlook: "The next report will be compared with 2026-10-30.",
    });
    expect(faqs[0].answer).toBe("On 2026-10-30: DDD (12.00 %), BBB (3.00 %), AAA (2.50 %).");
  });

  it("says that the mean hardly moved instead of a change of 0.00", async () => {
    const { call } = await newsCalls({
      short_positions: [
        ...day("2026-10-23", { AAA: 1, BBB: 4 }),
        ...day("2026-10-30", { AAA: 1.004, BBB: 4 }),
      ],
    });
    const { narrative } = await call(getWeeklyReport, { weekSlug: "2026-W44" });
    expect(narrative.openingHook).toBe(
      "The mean position moved by less than 0.01 percentage points between 2026-10-23 and 2026-10-30.",
    );
  });

  it("leaves out issues below five million shares, deferred settlement and unknown percentages", async () => {
    const odd = (stock_code: string, changes: PartialRow): PartialRow => ({
      stock_code,
      date: "2026-10-30",
      short_percent: 50,
      product_name: "X ORDINARY",
      ...changes,
    });
    const { call } = await newsCalls({
      short_positions: [
        ...WEEKS,
        odd("EEE", { total_product_in_issue: 4_999_999 }),
        odd("FFF", { total_product_in_issue: 5_000_000 }),
        odd("GGG", { product_name: "G DEFERRED SETTLEMENT" }),
        odd("HHH", { short_percent: null }),
      ],
    });
    const { topShorted } = await call(getWeeklyReport, { weekSlug: "2026-W44" });
    expect(topShorted.map(({ code }: Json) => code)).toEqual(["FFF", "DDD", "BBB", "AAA"]);
  });

  it("puts a z-score on a change after 8 earlier ones that vary, and counts how long it goes on", async () => {
    const mondays = Array.from({ length: 12 }, (_, i) =>
      new Date(Date.UTC(2026, 7, 3 + 7 * i)).toISOString().slice(0, 10),
    );
    const path = [1, 1.1, 1, 1.1, 1, 1.1, 1, 1.1, 1, 1.1, 1.3, 1.6];
    const rows = mondays.flatMap((date, i) => day(date, { AAA: path[i], BBB: 1 + i / 10, CCC: 5 }));
    const { call } = await newsCalls({ short_positions: rows });
    const { risers } = await call(getWeeklyReport, { weekSlug: "2026-W43" });
    // Ten changes before: five of +0.1, four of -0.1, one of +0.2.
    const earlier = [0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, 0.2];
    const mean = earlier.reduce((a, b) => a + b) / 10;
    const deviation = Math.sqrt(earlier.reduce((a, b) => a + (b - mean) ** 2, 0) / 9);
    expect(risers[0]).toMatchObject({ code: "AAA", change: 0.3, streakWeeks: 3, significance: "elevated" });
    expect(risers[0].zScore).toBeCloseTo((0.3 - mean) / deviation, 4);
    // BBB rises by the same each week: no variance, no score.
    expect(risers[1]).toMatchObject({ code: "BBB", streakWeeks: 11 });
    expect(risers[1]).not.toHaveProperty("zScore");
    expect(risers[1]).not.toHaveProperty("significance");
    expect(risers[0].history).toEqual(path);
  });

  it("sets changes next to prices and announcements, and knows days to cover where it knows volumes", async () => {
    const shares = WEEKS.map((row) => ({
      ...row,
      reported_short_positions: 1000,
      total_product_in_issue: 9_000_000,
    }));
    const { call } = await newsCalls({
      short_positions: shares,
      stock_prices: rowsIn(`
        stock_code  date        close  volume
        AAA         2026-10-13  10     200
        AAA         2026-10-14  10     200
        AAA         2026-10-15  10     200
        AAA         2026-10-22  10     100
        AAA         2026-10-30  9      300
        BBB         2026-10-01  10     -
        BBB         2026-10-30  9      -`),
      news_articles: [
        articleRow(1, { is_price_sensitive: true, headline: "Halt", published_at: "2026-10-24T00:00:00Z" }),
        articleRow(2, {
          is_price_sensitive: true,
          headline: "Too old",
          published_at: "2026-10-23T23:00:00Z",
        }),
        articleRow(3, { headline: "Not marked", published_at: "2026-10-26T00:00:00Z" }),
      ],
    });
    const report = await call(getWeeklyReport, { weekSlug: "2026-W44" });
    expect(report.trendInsights).toEqual([
      {
        code: "AAA",
        direction: "rising",
        shortChange: 1.5,
        pricePattern: "down",
        weeklyPriceChange: -10,
        compositeSignal: "shorts up, price down",
        keyAnnouncements: ["Halt"],
      },
      { code: "BBB", direction: "falling", shortChange: -1 },
    ]);
    expect(report.risers[0].daysToCover).toBe(5);
    expect(report.fallers[0]).not.toHaveProperty("daysToCover");
  });
});
