import { describe, expect, it } from "vitest";
import { StockService } from "../../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";
import { rowOf } from "../../support/data/build-db.ts";
import { type Json, stockCallsOver } from "../../support/data/stock-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getStock, getStockData, getStockPrices } = StockService.method;

const short = rowOf("stock_code date short_percent", (code) => ({
  product_name: `${code} LIMITED ORDINARY`,
  reported_short_positions: 1000,
  total_product_in_issue: 100_000_000,
}));
const price = rowOf("stock_code date close");

const weekdays = (from: string, count: number) => {
  const days: string[] = [];
  for (let day = dayNumberOf(from)!; days.length < count; day++) {
    if ((day + 4) % 7 !== 0 && (day + 4) % 7 !== 6) days.push(dateOfDay(day));
  }
  return days;
};

const calls = opened(() =>
  stockCallsOver({
    companies: [
      {
        stock_code: "AAA",
        company_name: "Alpha Ltd",
        industry: "Materials",
        tags: ["zinc"],
        logo_url: "https://l.example",
      },
      { stock_code: "LAB", industry: "Materials" },
      { stock_code: "DAY", industry: "Materials" },
    ],
    industry_history: [
      { stock_code: "DAY", observed_from: "2026-10-30", industry: "Energy", source: "observed" },
      { stock_code: "LAB", observed_from: "2026-01-05", industry: "Energy", source: "seed" },
      { stock_code: "LAB", observed_from: "2026-11-03", industry: "Materials", source: "observed" },
    ],
    short_positions: [
      short("LAB", "2026-10-30", 1),
      short("DAY", "2026-10-30", 1),
      short("AAA", "2024-11-08", 1),
      short("AAA", "2026-10-06", 2),
      short("AAA", "2026-10-07", 3, { reported_short_positions: 3000, total_product_in_issue: null }),
      short("AAA", "2026-10-08", null),
      short("AAA", "2026-10-13", 7),
      short("AAA", "2026-11-05", 0),
      short("AAA", "2026-11-06", 5, { reported_short_positions: 2_000_000 }),
      short("BBB", "2026-09-01", 9),
      short("BBB", "2026-09-02", null),
    ],
    stock_prices: [
      price("AAA", "2025-11-11", 1),
      price("AAA", "2025-11-12", 2, {
        open: 1.9,
        high: 2.2,
        low: 1.8,
        adjusted_close: 1,
        volume: 5_000_000_000,
      }),
      ...weekdays("2026-10-16", 20).map((day) => price("AAA", day, 4, { volume: 100_000 })),
      price("LAB", "2026-11-06", 3),
      price("PPP", "2020-01-06", 1),
      price("PPP", "2020-01-07", 2),
    ],
  }),
);
const data = (request: object = {}) => calls.call(getStockData, { productCode: "AAA", ...request });
const days = ({ points = [] }: Json) => points.map((point: Json) => point.timestamp.slice(0, 10));

describe("GetStock", () => {
  it("gives the newest row with the company's name, tags and logo, and sizes over the last sessions", async () => {
    expect(await calls.call(getStock, { productCode: " aaa " })).toEqual({
      productCode: "AAA",
      name: "Alpha Ltd",
      totalProductInIssue: 100_000_000,
      reportedShortPositions: 2_000_000,
      percentageShorted: 5,
      industry: "Materials",
      tags: ["zinc"],
      logoUrl: "https://l.example",
      marketCap: 400_000_000,
      averageDailyValue20d: 400_000,
      liquidityBand: "small",
      averageDailyVolume20d: 100_000,
      daysToCover: 20,
      securityType: "ordinary",
      industrySource: "current",
      hasPriceHistory: true,
      lastReportedDate: "2026-11-06",
      finalClose: 4,
      finalCloseDate: "2026-11-12",
      gicsSector: "Materials",
      priceStatus: "priced",
    });
  });

  it("tells what the day of the newest row knew, and sizes by prices after it", async () => {
    const answer = await calls.call(getStock, { productCode: "LAB" });
    expect(answer).toMatchObject({
      industry: "Energy",
      industrySource: "seed",
      industryAsOf: "2026-01-05",
      gicsSector: "Energy",
      lastReportedDate: "2026-10-30",
      finalCloseDate: "2026-11-06",
      marketCap: 300_000_000,
    });
    expect(answer).not.toHaveProperty("hasPriceHistory");
  });

  it("gives the industry that was recorded on the day of the row itself", async () => {
    expect(await calls.call(getStock, { productCode: "DAY" })).toMatchObject({
      industry: "Energy",
      industrySource: "observed",
      industryAsOf: "2026-10-30",
    });
  });

  it("counts a missing percentage as a row, and cleans the product's name where no company is known", async () => {
    const answer = await calls.call(getStock, { productCode: "BBB" });
    expect(answer).toMatchObject({ name: "BBB", lastReportedDate: "2026-09-02", priceStatus: "unavailable" });
    expect(answer).not.toHaveProperty("percentageShorted");
  });
});

describe("GetStockData", () => {
  it("takes a month unless told, from the day after its bound to the newest report of any code", async () => {
    const answer = await data();
    expect(days(answer)).toEqual(["2026-10-07", "2026-10-13", "2026-11-05", "2026-11-06"]);
    expect(answer).toMatchObject({
      productCode: "AAA",
      name: "Alpha Ltd",
      latestShortPosition: 5,
      totalObservations: 4,
    });
    expect(answer).not.toHaveProperty("downsampled");
    expect((await data({ productCode: "BBB" })).points).toBeUndefined();
  });

  it("leaves out rows without a percentage and keeps zeros", async () => {
    const { points, min, max } = await data();
    expect(points[0]).toEqual({
      timestamp: "2026-10-07T00:00:00Z",
      shortPosition: 3,
      reportedShortPositions: 3000,
      availableFrom: "2026-10-13",
    });
    expect(min).toEqual({
      timestamp: "2026-11-05T00:00:00Z",
      reportedShortPositions: 1000,
      totalProductInIssue: 100_000_000,
      availableFrom: "2026-11-11",
    });
    expect(max.shortPosition).toBe(7);
  });

  it.each(["5Y", "10y", "MAX"])(
    "averages %s by ISO week, labelled with the Monday, public with its last row",
    async (period) => {
      const { points, totalObservations, downsampled } = await data({ period });
      expect([totalObservations, downsampled]).toEqual([6, true]);
      expect(points).toEqual([
        {
          timestamp: "2024-11-04T00:00:00Z",
          shortPosition: 1,
          reportedShortPositions: 1000,
          totalProductInIssue: 100_000_000,
          availableFrom: "2024-11-14",
        },
        {
          timestamp: "2026-10-05T00:00:00Z",
          shortPosition: 2.5,
          reportedShortPositions: 2000,
          totalProductInIssue: 100_000_000,
          availableFrom: "2026-10-13",
        },
        expect.objectContaining({ timestamp: "2026-10-12T00:00:00Z", shortPosition: 7 }),
        expect.objectContaining({
          timestamp: "2026-11-02T00:00:00Z",
          shortPosition: 2.5,
          availableFrom: "2026-11-12",
        }),
      ]);
    },
  );

  it("gives every row when asked for full resolution", async () => {
    const answer = await data({ period: "MAX", fullResolution: true });
    expect(days(answer)).toHaveLength(6);
    expect(answer).not.toHaveProperty("downsampled");
  });

  it("lets from and to count, alone or both, and puts the period out of use", async () => {
    expect(days(await data({ from: "2026-10-07", to: "2026-10-13", period: "1D" }))).toEqual([
      "2026-10-07",
      "2026-10-13",
    ]);
    expect(days(await data({ from: "2026-11-06" }))).toEqual(["2026-11-06"]);
    expect(days(await data({ to: "2026-10-06" }))).toEqual(["2024-11-08", "2026-10-06"]);
    expect(days(await data({ from: "2026-10-06", period: "max" }))).toEqual([
      "2026-10-05",
      "2026-10-12",
      "2026-11-02",
    ]);
  });

  it("keeps what was public by as_of, row by row, and counts no other", async () => {
    const answer = await data({ period: "MAX", asOf: "2026-11-11" });
    expect(days(answer)).toEqual(["2024-11-08", "2026-10-06", "2026-10-07", "2026-10-13", "2026-11-05"]);
    expect(answer.totalObservations).toBe(5);
    expect(answer).not.toHaveProperty("downsampled");
  });

  it("thins last, keeping both ends; one point is the last", async () => {
    const all = { from: "2024-01-01" };
    expect(days(await data({ ...all, maxPoints: 3 }))).toEqual(["2024-11-08", "2026-10-13", "2026-11-06"]);
    const one = await data({ ...all, maxPoints: 1 });
    expect(days(one)).toEqual(["2026-11-06"]);
    expect(one).toMatchObject({ totalObservations: 6, downsampled: true, max: { shortPosition: 7 } });
    expect(days(await data({ ...all, maxPoints: 60 }))).toHaveLength(6);
  });
});

describe("GetStockPrices", () => {
  const prices = (request: object) => calls.call(getStockPrices, { productCode: "AAA", ...request });

  it("gives every session of a year, oldest first, from the day after the bound", async () => {
    const answer = await prices({});
    expect(answer).toMatchObject({
      productCode: "AAA",
      name: "Alpha Ltd",
      totalObservations: 20,
      currency: "AUD",
    });
    expect(answer.points[0].date).toBe("2026-10-16");
    expect((await prices({ period: "2Y" })).points.slice(0, 2)).toEqual([
      { date: "2025-11-11", close: 1, adjustedClose: 1 },
      {
        date: "2025-11-12",
        open: 1.9,
        high: 2.2,
        low: 1.8,
        close: 2,
        adjustedClose: 1,
        volume: "5000000000",
      },
    ]);
  });

  it("ends a period with the newest session of the security", async () => {
    expect((await prices({ productCode: "PPP", period: "1D" })).points).toEqual([
      { date: "2020-01-07", close: 2, adjustedClose: 2 },
    ]);
  });

  it("takes from, to and max_points as GetStockData does", async () => {
    expect((await prices({ from: "2025-11-12", to: "2026-10-16" })).points).toHaveLength(2);
    const thin = await prices({ to: "2030-01-01", maxPoints: 2 });
    expect(thin.points.map((point: Json) => point.date)).toEqual(["2025-11-11", "2026-11-12"]);
    expect(thin).toMatchObject({ totalObservations: 22, downsampled: true });
  });
});
