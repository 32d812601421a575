import { describe, expect, it } from "vitest";
import { MarketDataService } from "../../../src/gen/marketdata/v1/market_data_pb.ts";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";
import { type PartialRow, rowsIn } from "../../support/data/build-db.ts";
import { type Json, stockCallsOver } from "../../support/data/stock-calls.ts";
import { plainPearson } from "../../support/plain/plain-correlation.ts";
import { opened } from "../../support/run/fixtures.ts";
import { seededRandom, shuffled } from "../../support/run/seeded-random.ts";

const { getStockPrice, getHistoricalPrices, getMultipleStockPrices, getStockCorrelations } =
  MarketDataService.method;
const LAST = dayNumberOf("2026-11-12")!;
const random = seededRandom(20_261_117);

/** Closes of two years of sessions, of which each code misses some. */
const series = (code: string, missing: number, days = 730): PartialRow[] => {
  let close = 5;
  return Array.from({ length: days }, (_, i) => LAST - days + 1 + i)
    .filter((day) => day === LAST || random() >= missing)
    .map((day) => {
      close *= 1 + (random() - 0.5) / 10;
      return { stock_code: code, date: dateOfDay(day), close, volume: 1000 };
    });
};

const walks: Record<string, PartialRow[]> = {
  AAA: series("AAA", 0.1),
  BBB: series("BBB", 0.2),
  CCC: series("CCC", 0),
  NEW: series("NEW", 0, 12),
};
// Adjusted closes differ from closes: returns use the adjusted ones.
walks.CCC = walks.CCC.map((row, i) => ({
  ...row,
  close: (row.close as number) * ((i % 3) + 1),
  adjusted_close: row.close,
}));
const flat = series("FLT", 0).map((row) => ({ ...row, close: 2, adjusted_close: 2 }));
const split = rowsIn(
  `date        close  adjusted_close  open  high  low  volume
   2026-11-10  10     1               -     -     -    -
   2026-11-11  11     1.1             10    12    9    0
   2026-11-12  1.21   -               -     -     -    -`,
  { stock_code: "SPL" },
);

const calls = opened(() => {
  const stock_prices = shuffled([...Object.values(walks).flat(), ...flat, ...split], random);
  return stockCallsOver({ stock_prices });
});

describe("GetStockPrice", () => {
  it("gives the newest session, and no change where a split changed the shares alone", async () => {
    const { price } = await calls.call(getStockPrice, { stockCode: " spl " });
    expect(price).toEqual({
      stockCode: "SPL",
      date: "2026-11-12T00:00:00Z",
      close: 1.21,
      adjustedClose: 1.21,
      change: 0.11,
      changePercent: expect.closeTo(10, 9),
    });
  });
});

describe("GetHistoricalPrices", () => {
  it("has the sessions of the period, oldest first, with absent figures absent and a volume of 0 as 0", async () => {
    const { prices } = await calls.call(getHistoricalPrices, { stockCode: "SPL", interval: "5m" });
    expect(prices.map(({ date }: Json) => date.slice(0, 10))).toEqual([
      "2026-11-10",
      "2026-11-11",
      "2026-11-12",
    ]);
    expect(prices[0]).toEqual({
      stockCode: "SPL",
      date: "2026-11-10T00:00:00Z",
      close: 10,
      adjustedClose: 1,
    });
    expect(prices[1]).toMatchObject({ open: 10, high: 12, low: 9, volume: "0", change: 0.1 });
  });

  it.each([
    ["1w", 7],
    ["1Y", 365],
  ])("ends a period of %s with the newest session", async (period, days) => {
    const { prices } = await calls.call(getHistoricalPrices, { stockCode: "CCC", period });
    expect(prices).toHaveLength(days);
    expect(prices.at(-1).close).toBe(walks.CCC.at(-1)!.close);
  });
});

describe("GetMultipleStockPrices", () => {
  it("refuses more than 200", async () => {
    const many = Array.from({ length: 201 }, (_, i) => `A${String(i).padStart(3, "0")}`);
    expect(await calls.refusal(getMultipleStockPrices, { stockCodes: many })).toContain("at most 200");
  });
});

function plainReturns(rows: readonly PartialRow[], after: string): Map<string, number> {
  const sorted = rows.toSorted((a, b) => (String(a.date) < String(b.date) ? -1 : 1));
  const returns = sorted.slice(1).map((row, i): [string, number] => {
    const adjusted = (one: PartialRow) => (one.adjusted_close ?? one.close) as number;
    return [row.date as string, adjusted(row) / adjusted(sorted[i]) - 1];
  });
  return new Map(returns.filter(([date]) => date > after));
}

describe("GetStockCorrelations", () => {
  it.each([
    ["1m", "2026-10-12"],
    ["6m", "2026-05-12"],
    ["", "2025-11-12"],
  ])("equals a second computation over the common days of %j", async (period, after) => {
    const answer = await calls.call(getStockCorrelations, {
      stockCodes: ["CCC", "aaa", "BBB", "ZZZ"],
      period,
    });
    const returns = ([walks.AAA, walks.BBB, walks.CCC] as const).map((rows) => plainReturns(rows, after));
    const days = [...returns[0].keys()].filter((day) => returns.every((one) => one.has(day)));
    expect(answer.dataPoints).toBe(days.length);
    const names = ["AAA", "BBB", "CCC"];
    expect(Object.keys(answer.correlations).sort()).toEqual(names);
    names.forEach((a, i) => {
      const row = answer.correlations[a].correlations ?? {};
      if (days.length < 20) expect(row).toEqual({});
      else
        names.forEach((b, j) => {
          const of = (k: number) => days.map((day) => returns[k].get(day)!);
          expect(row[b]).toBeCloseTo(i === j ? 1 : plainPearson(of(i), of(j))!, 9);
        });
    });
  });

  it("leaves out pairs of which a side does not vary, and all below twenty common days", async () => {
    const still = await calls.call(getStockCorrelations, { stockCodes: ["CCC", "FLT"] });
    expect(still.correlations.FLT.correlations).toEqual({ FLT: 1 });
    const young = await calls.call(getStockCorrelations, { stockCodes: ["CCC", "NEW"] });
    expect(young).toEqual({ correlations: { CCC: {}, NEW: {} }, dataPoints: 11 });
  });
});
