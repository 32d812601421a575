import { create, type DescMethodUnary, enumFromJson } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { INDUSTRY_GROUPS, sectorOfIndustry } from "../../../src/dataset/industry-groups.ts";
import {
  battlegroundQuery,
  campaignQuery,
  datesQuery,
  indexQuery,
  marketDayQuery,
  PERIODS,
  periodBefore,
  periodOf,
  screenQuery,
  topShortsQuery,
  treeMapQuery,
} from "../../../src/domains/market/rules.ts";
import { liquidityBand } from "../../../src/domains/market/stock-message.ts";
import {
  MarketService,
  ScreenerService,
  ViewMode,
  ViewModeSchema,
} from "../../../src/gen/shorts/v1alpha1/market_pb.ts";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";

const { method } = MarketService;
const FIRST = { offset: 0 };
const FEW = { summaryOnly: false, productCodes: [] };
const DAY = { date: "2026-11-06" };
const OF_DAY = { date: dayNumberOf(DAY.date), ordinaryOnly: false, includeZeroShortPositions: false };

describe.each<[DescMethodUnary, (request: never) => object, number, object, object?]>([
  [method.getTopShorts, topShortsQuery, 1000, { ...FIRST, limit: 50, period: "1M", ...FEW }],
  [method.getIndustryTreeMap, treeMapQuery, 500, { limit: 100, period: "1M", viewMode: "CURRENT_CHANGE" }],
  [method.getMarketByDate, marketDayQuery, 1000, { ...FIRST, limit: 50, ...OF_DAY }, DAY],
  [method.getAvailableDates, datesQuery, 1000, { limit: 90, before: undefined }],
  [method.getBattlegroundStocks, battlegroundQuery, 100, { ...FIRST, limit: 25, view: "squeeze" }],
  [method.getShortCampaignScoreboard, campaignQuery, 100, { ...FIRST, limit: 25, industry: "" }],
  [
    ...([ScreenerService.method.screenStocks, screenQuery, 4000] as const),
    { ...FIRST, limit: 50, ranges: [], industries: [], codes: [], sortColumn: "short_pct", ascending: false },
  ],
])("the rules of $0.name", ({ input }, queryOf, most, defaults, given) => {
  const read = (request: object) => queryOf(create(input, { ...given, ...request } as never) as never);

  it("give what is not asked for its default", () => expect(read({})).toEqual(defaults));

  it("take a limit up to the most, and refuse it above and below 0", () => {
    expect(read({ limit: most })).toMatchObject({ limit: most });
    expect(() => read({ limit: most + 1 })).toThrow(`limit: ${most + 1} is not within 0 to ${most}`);
    expect(() => read({ limit: -1 })).toThrow("limit: -1");
  });
});

describe("an index", () => {
  it("is asked for by its code in capitals, a year of it and every point unless said", () => {
    const request = create(method.getIndexSeries.input, { indexCode: " axjo " });
    expect(indexQuery(request)).toMatchObject({ indexCode: "AXJO", period: "1Y", maxPoints: 0 });
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
