import { fromBinary, toBinary, toJsonString } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import {
  GetTopShortsResponseSchema,
  MarketService,
  ViewMode,
} from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { type Json, marketCalls, position } from "../../support/data/market-calls.ts";
import { opened } from "../../support/run/fixtures.ts";

const { getTopShorts, getIndustryTreeMap, getIndexSeries, listIndices } = MarketService.method;

const NEWEST = "2026-10-30";
const market = opened(() =>
  marketCalls({
    short_positions: [
      // The main stock, with a peak in the middle and the same peak later.
      position("AAA", "2026-09-30", 4),
      position("AAA", "2026-10-01", 9),
      position("AAA", "2026-10-15", 9),
      position("AAA", "2026-10-29", 6),
      position("AAA", NEWEST, 8),
      // Equal percentages: the code decides.
      position("CCC", "2026-09-30", 0),
      position("CCC", "2026-10-29", 3),
      position("CCC", NEWEST, 3),
      position("BBB", "2026-10-29", 1),
      position("BBB", NEWEST, 3),
      position("DDD", "2026-10-29", 2),
      position("DDD", NEWEST, 2),
      // Its newest value is 0, so the ranking uses the row before.
      position("EEE", "2026-10-20", 5),
      position("EEE", "2026-10-29", 5),
      position("EEE", NEWEST, 0),
      // Exactly a month before the newest date: no longer in the ranking.
      position("GGG", "2026-09-30", 12),
      // Nothing on issue, so no percentage.
      position("HHH", NEWEST, null, { total_product_in_issue: 0 }),
      // Only one point in the month.
      position("ONE", NEWEST, 1.5),
    ],
    index_definitions: [
      { index_code: "IDX", name: "Index", return_type: "price", currency: "AUD" },
      { index_code: "EMPTY", name: "None held", return_type: "total", currency: "AUD" },
    ],
    index_prices: ["2025-10-30", "2025-10-31", "2026-10-28", "2026-10-29", NEWEST].map((date, i) => ({
      index_code: "IDX",
      date,
      close: 100 + i,
    })),
  }),
);

const seriesOf = async (request: object) =>
  (await market.call(getTopShorts, request)).timeSeries as (Json & { points: Json[] })[];
const codesOf = (list: Json[]) => list.map(({ productCode }) => productCode);

describe("GetTopShorts", () => {
  it("ranks by the newest row above 0 % of the past month, ordinary lines only, ties by code", async () => {
    expect(codesOf(await seriesOf({ summaryOnly: true }))).toEqual([
      "AAA",
      "EEE",
      "BBB",
      "CCC",
      "DDD",
      "ONE",
    ]);
  });

  it("gives named codes in the order of the request whatever the limit, once, and unknown ones not at all", async () => {
    const named = await seriesOf({ productCodes: ["ddd ", "QQQ", "ONE", "DDD"], limit: 1, offset: 5 });
    expect(codesOf(named)).toEqual(["DDD", "ONE"]);
  });

  it("tells of a named code that it has no point in the window, where an unknown one is missing", async () => {
    const productCodes = ["GGG", "QQQ", "EEE", "HHH"];
    for (const summaryOnly of [false, true]) {
      const named = await seriesOf({ productCodes, period: "1D", summaryOnly });
      expect(codesOf(named)).toEqual(["GGG", "EEE", "HHH"]);
      for (const { productCode, name, latestShortPosition, points, max, min } of named) {
        expect({ name, latestShortPosition, points, max, min }).toEqual({
          name: productCode,
          latestShortPosition: 0,
          points: [],
          max: undefined,
          min: undefined,
        });
      }
    }
  });

  it("writes the bytes that its message has, in both forms", async () => {
    for (const request of [
      {},
      { summaryOnly: true },
      { period: "1D" },
      { offset: 100 },
      { limit: 2, period: "MAX" },
      { productCodes: ["GGG", "AAA", "HHH"], period: "1W" },
    ]) {
      const [binary, json] = [
        await market.bytes(getTopShorts, request, "binary"),
        await market.bytes(getTopShorts, request, "json"),
      ];
      const message = fromBinary(GetTopShortsResponseSchema, binary);
      expect(Buffer.from(toBinary(GetTopShortsResponseSchema, message)).equals(binary)).toBe(true);
      expect(Buffer.from(json).toString()).toBe(toJsonString(GetTopShortsResponseSchema, message));
    }
  });
});

describe("GetIndustryTreeMap", () => {
  it("leaves out a security whose newest row is of another kind, whatever it was before, or too old", async () => {
    const renamed = await marketCalls({
      companies: ["AAA", "REN", "OLD", "OUT", "YET"].map((stock_code) => ({ stock_code, industry: "Banks" })),
      short_positions: [
        position("AAA", NEWEST, 2),
        position("REN", "2026-10-29", 5),
        position("REN", NEWEST, 6, { product_name: "REN DEFERRED SETTLEMENT" }),
        // A row without a percentage does not count.
        position("OLD", "2026-10-29", 4),
        position("OLD", NEWEST, null, { product_name: "OLD DEFERRED SETTLEMENT" }),
        // A report more than six months before the newest date is outdated.
        position("OUT", "2026-04-29", 7),
        position("YET", "2026-04-30", 7),
      ],
    });
    for (const viewMode of [ViewMode.CURRENT_CHANGE, ViewMode.PERCENTAGE_CHANGE]) {
      const { positions } = await renamed.call(getIndustryTreeMap, { period: "1Y", viewMode });
      expect(codesOf(positions as Json[]).sort()).toEqual(["AAA", "OLD", "YET"]);
    }
    expect(codesOf((await renamed.call(getTopShorts, { summaryOnly: true })).timeSeries as Json[])).toEqual([
      "OLD",
      "AAA",
    ]);
    await renamed.close();
  });
});

describe("the indices", () => {
  it("are listed by code with their full coverage, empty ones too", async () => {
    const { indices } = await market.call(listIndices, {});
    expect(indices).toEqual([
      expect.objectContaining({ code: "EMPTY", earliestDate: "", latestDate: "", observations: 0 }),
      expect.objectContaining({ code: "IDX", earliestDate: "2025-10-30", observations: 5 }),
    ]);
  });

  it("default to a year, which begins after its bound, and are not truncated by their own end", async () => {
    const answer = await market.call(getIndexSeries, { indexCode: "idx" });
    expect((answer.points as Json[]).map(({ date }) => date)).toEqual([
      "2025-10-31",
      "2026-10-28",
      "2026-10-29",
      NEWEST,
    ]);
    expect(answer).toMatchObject({ requestedFrom: "2025-10-31", requestedTo: NEWEST, truncated: false });
  });

  it("are truncated when the window reaches outside what is held, never for MAX or without sessions", async () => {
    const truncated = async (request: object) =>
      (await market.call(getIndexSeries, { indexCode: "IDX", ...request })).truncated;
    expect(await truncated({ period: "2Y" })).toBe(true);
    expect(await truncated({ to: "2026-12-01" })).toBe(true);
    expect(await truncated({ from: "2025-10-30", to: NEWEST })).toBe(false);
    expect(await truncated({ from: "2026-10-29" })).toBe(false);
    expect(await truncated({ to: "2026-10-29" })).toBe(false);
    // Entirely after and entirely before the data.
    expect(await truncated({ from: "2026-10-31" })).toBe(true);
    expect(await truncated({ to: "2025-10-29" })).toBe(true);
    expect(await truncated({ period: "MAX" })).toBe(false);
    expect(await truncated({ indexCode: "EMPTY", period: "1Y" })).toBe(false);
  });
});
