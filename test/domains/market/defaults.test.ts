import { create, enumFromJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { INDUSTRY_GROUPS, sectorOfIndustry } from "../../../src/dataset/industry-groups.ts";
import { PERIODS, periodBefore, periodOf } from "../../../src/domains/market/periods.ts";
import {
  battlegroundQuery,
  campaignQuery,
  datesQuery,
  indexQuery,
  marketDayQuery,
  topShortsQuery,
  treeMapQuery,
} from "../../../src/domains/market/rules.ts";
import { screenQuery } from "../../../src/domains/market/screener-rules.ts";
import { liquidityBand } from "../../../src/domains/market/stock-message.ts";
import {
  GetAvailableDatesRequestSchema,
  GetBattlegroundStocksRequestSchema,
  GetIndexSeriesRequestSchema,
  GetIndustryTreeMapRequestSchema,
  GetMarketByDateRequestSchema,
  GetShortCampaignScoreboardRequestSchema,
  GetTopShortsRequestSchema,
  ScreenStocksRequestSchema,
  ViewMode,
  ViewModeSchema,
} from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";

describe("what is not asked for", () => {
  it("is the default of its method", () => {
    expect(topShortsQuery(create(GetTopShortsRequestSchema))).toEqual({
      ...{ period: "1M", limit: 50, offset: 0, summaryOnly: false, codes: [] },
    });
    expect(treeMapQuery(create(GetIndustryTreeMapRequestSchema))).toEqual({
      ...{ period: "1M", limit: 100, mode: "CURRENT_CHANGE" },
    });
    const day = { date: "2026-11-06" };
    expect(marketDayQuery(create(GetMarketByDateRequestSchema, day))).toMatchObject({
      ...{ limit: 50, offset: 0, includeZero: false, ordinaryOnly: false },
    });
    expect(datesQuery(create(GetAvailableDatesRequestSchema))).toEqual({ limit: 90, before: undefined });
    expect(battlegroundQuery(create(GetBattlegroundStocksRequestSchema))).toEqual({
      ...{ view: "squeeze", limit: 25, offset: 0 },
    });
    expect(campaignQuery(create(GetShortCampaignScoreboardRequestSchema))).toEqual({
      ...{ industry: "", limit: 25, offset: 0 },
    });
    expect(screenQuery(create(ScreenStocksRequestSchema))).toMatchObject({
      ...{ limit: 50, offset: 0, ranges: [], sortColumn: "short_pct", ascending: false },
    });
    const index = create(GetIndexSeriesRequestSchema, { indexCode: " axjo " });
    expect(indexQuery(index)).toMatchObject({ indexCode: "AXJO", period: "1Y", maxPoints: 0 });
  });
});

describe("a limit", () => {
  it.each([
    ["GetTopShorts", 1000, (limit: number) => topShortsQuery(create(GetTopShortsRequestSchema, { limit }))],
    [
      "GetIndustryTreeMap",
      500,
      (limit: number) => treeMapQuery(create(GetIndustryTreeMapRequestSchema, { limit })),
    ],
    [
      "GetMarketByDate",
      1000,
      (limit: number) => marketDayQuery(create(GetMarketByDateRequestSchema, { date: "2026-11-06", limit })),
    ],
    [
      "GetAvailableDates",
      1000,
      (limit: number) => datesQuery(create(GetAvailableDatesRequestSchema, { limit })),
    ],
    [
      "GetBattlegroundStocks",
      100,
      (limit: number) => battlegroundQuery(create(GetBattlegroundStocksRequestSchema, { limit })),
    ],
    [
      "GetShortCampaignScoreboard",
      100,
      (limit: number) => campaignQuery(create(GetShortCampaignScoreboardRequestSchema, { limit })),
    ],
    ["ScreenStocks", 4000, (limit: number) => screenQuery(create(ScreenStocksRequestSchema, { limit }))],
  ])("of %s is at most %i, and is refused above it and below 0", (_name, most, queryOf) => {
    expect(queryOf(most).limit).toBe(most);
    expect(() => queryOf(most + 1)).toThrow(`limit: ${most + 1} is not within 0 to ${most}`);
    expect(() => queryOf(-1)).toThrow("limit: -1");
  });
});

describe("a period", () => {
  it("is one of ten in either case, and nothing else", () => {
    expect(PERIODS).toEqual(["1D", "1W", "1M", "3M", "6M", "1Y", "2Y", "5Y", "10Y", "MAX"]);
    for (const period of PERIODS) expect(periodOf(period.toLowerCase(), "1M")).toBe(period);
    for (const wrong of ["1Q", "12M", "0D", "MAXI"])
      expect(() => periodOf(wrong, "1M")).toThrow(`"${wrong}"`);
  });

  it.each([
    ["1D", "2026-03-30"],
    ["1W", "2026-03-24"],
    ["1M", "2026-02-28"],
    ["3M", "2025-12-31"],
    ["6M", "2025-09-30"],
    ["1Y", "2025-03-31"],
    ["2Y", "2024-03-31"],
    ["5Y", "2021-03-31"],
    ["10Y", "2016-03-31"],
    ["MAX", "1926-03-31"],
  ] as const)("of %s before 31 March 2026 begins after %s", (period, bound) => {
    expect(dateOfDay(periodBefore(dayNumberOf("2026-03-31")!, period))).toBe(bound);
  });
});

describe("view modes", () => {
  it("know CURRENT_VALUE as another name of CURRENT_CHANGE", () => {
    expect(enumFromJson(ViewModeSchema, "CURRENT_VALUE" as never)).toBe(ViewMode.CURRENT_CHANGE);
  });
});

describe("liquidityBand", () => {
  it.each([
    [100_000_000, "mega"],
    [99_999_999.99, "large"],
    [10_000_000, "large"],
    [9_999_999.99, "mid"],
    [1_000_000, "mid"],
    [999_999.99, "small"],
    [100_000, "small"],
    [99_999.99, "micro"],
  ])("of %d AUD a day is %s", (value, band) => expect(liquidityBand(value)).toBe(band));
});

describe("the sector of an industry", () => {
  it("is told of each of the 25 groups, as their publisher groups them", () => {
    const groups = Object.groupBy(INDUSTRY_GROUPS, (name) => sectorOfIndustry(name)!);
    expect(
      Object.fromEntries(Object.entries(groups).map(([sector, names]) => [sector, names!.length])),
    ).toEqual({
      Energy: 1,
      Materials: 1,
      Industrials: 3,
      "Consumer Discretionary": 4,
      "Consumer Staples": 3,
      "Health Care": 2,
      Financials: 3,
      "Information Technology": 3,
      "Communication Services": 2,
      Utilities: 1,
      "Real Estate": 2,
    });
    expect(sectorOfIndustry("Transportation")).toBe("Industrials");
    expect(sectorOfIndustry("Insurance")).toBe("Financials");
    expect(sectorOfIndustry("Class Pend")).toBeUndefined();
  });
});
