import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import * as economy from "../../src/domains/economy/rules.ts";
import * as listings from "../../src/domains/listings/rules.ts";
import * as news from "../../src/domains/news/rules.ts";
import * as politicians from "../../src/domains/politicians/rules.ts";
import { searchQuery } from "../../src/domains/search/service.ts";
import * as stocks from "../../src/domains/stocks/rules.ts";
import { EconomyService } from "../../src/gen/shorts/v1alpha1/economy_pb.ts";
import { HousingService } from "../../src/gen/shorts/v1alpha1/housing_pb.ts";
import { SearchService } from "../../src/gen/shorts/v1alpha1/market_pb.ts";
import { NewsService } from "../../src/gen/shorts/v1alpha1/news_pb.ts";
import { PoliticiansService } from "../../src/gen/shorts/v1alpha1/politicians_pb.ts";
import { ReportsService } from "../../src/gen/shorts/v1alpha1/reports_pb.ts";
import { StockService } from "../../src/gen/shorts/v1alpha1/stock_pb.ts";
import { ExplorerService } from "../../src/gen/terrace/v1/explorer_pb.ts";

/** Smallest and largest int32: what a caller can send at worst. */
const [LEAST, MOST] = [-2_147_483_648, 2_147_483_647];

/** What a number below 0 and one above the maximum are read as: the default, the maximum, 1, or a refusal by name. */
const OUTSIDE = {
  clamped: ["default", "most"],
  "in range or default": ["default", "default"],
  "in range": ["refused", "refused"],
  "not negative": ["refused", "most"],
  "at least one": ["1", "most"],
} as const;

type Row = readonly [
  method: DescMethodUnary,
  queryOf: (request: never) => object,
  field: string,
  rule: keyof typeof OUTSIDE,
  fallback: number,
  most: number,
  given?: object,
];

const member = { slug: "ann" };
const stock = { stockCode: "AAA" };
const { method: housing } = HousingService;
const { method: people } = PoliticiansService;
const { method: shares } = StockService;
const { method: articles } = NewsService;
const { method: series } = EconomyService;
const { getSeriesVintages, correlateSeries } = ExplorerService.method;

const ROWS: readonly Row[] = [
  [housing.listSuburbPriceDrops, listings.suburbDropsQuery, "limit", "in range or default", 50, 500],
  [
    ...([
      housing.listSuburbDropListings,
      listings.dropListingsQuery,
      "limit",
      "in range or default",
    ] as const),
    ...([30, 200, { salCode: "20001" }] as const),
  ],
  [
    ...([housing.listSuburbDropListings, listings.dropListingsQuery, "windowDays"] as const),
    ...(["in range or default", 30, 365, { salCode: "20001" }] as const),
  ],
  [housing.listAddressPriceDrops, listings.addressDropsQuery, "limit", "in range or default", 50, 200],
  [housing.listAddressPriceDrops, listings.addressDropsQuery, "windowDays", "in range or default", 90, 365],
  [housing.listAgencyPriceStats, listings.agencyStatsQuery, "limit", "clamped", 20, 100],
  [series.listEconomicSeries, economy.seriesFilter, "limit", "clamped", 200, 500],
  [
    ...([series.getEconomicSeries, economy.seriesDataQuery, "maxObservations", "at least one"] as const),
    ...([600, 600, { seriesKeys: ["a"] }] as const),
  ],
  [
    ...([series.listSeriesCorrelations, economy.seriesCorrelationsQuery, "limit", "not negative"] as const),
    ...([100, 250, { baseSeriesKey: "b" }] as const),
  ],
  [series.listStateCompanies, economy.stateCompaniesQuery, "limit", "clamped", 10, 50, { state: "WA" }],
  [
    ...([getSeriesVintages, economy.vintagesQuery, "maxPeriods", "not negative", 120, 600] as const),
    { seriesKey: "a" },
  ],
  [
    ...([correlateSeries, economy.correlateSeriesQuery, "limit", "not negative", 100, 500] as const),
    { baseSeriesKeys: ["a"] },
  ],
  [people.getDonationsOverview, politicians.overviewQuery, "limit", "clamped", 25, 100],
  [people.listTopDonors, politicians.donorsPage, "limit", "clamped", 50, 200],
  [
    ...([people.listPartyFunding, politicians.partyFundingQuery, "limit", "clamped", 25, 200] as const),
    { partyGroup: "a" },
  ],
  [people.listPoliticians, politicians.politiciansPage, "limit", "clamped", 100, 500],
  [people.listPoliticianSummaries, politicians.summariesPage, "limit", "clamped", 50, 200],
  [people.listRegisterChanges, politicians.changesPage, "limit", "clamped", 100, 500],
  [people.getPoliticianExplorerProfile, politicians.profileQuery, "topIndustries", "clamped", 5, 20, member],
  [people.listPoliticianStocks, politicians.companiesQuery, "limit", "clamped", 50, 200],
  [
    ...([people.listStatePoliticianHoldings, politicians.stateHoldingsQuery, "limit", "clamped"] as const),
    ...([20, 100, { stateCode: "NSW" }] as const),
  ],
  [people.listShortInterestOverlap, politicians.overlapQuery, "limit", "clamped", 50, 200],
  [people.getPoliticianAnalytics, politicians.analyticsQuery, "topIndustries", "clamped", 10, 50],
  [shares.getDirectorTrades, stocks.directorTradesQuery, "limit", "in range", 20, 200, stock],
  [shares.getStockFundamentals, stocks.fundamentalsQuery, "limit", "in range", 12, 40, stock],
  [shares.getPeerComparison, stocks.peersQuery, "limit", "in range", 5, 20, stock],
  [shares.getDividendHistory, stocks.dividendsQuery, "years", "in range", 5, 20, stock],
  [shares.getStockGraph, stocks.graphQuery, "limit", "clamped", 12, 100, stock],
  [shares.getStockSignals, stocks.signalsQuery, "limit", "clamped", 10, 100, stock],
  [shares.getEventTimeline, stocks.timelineQuery, "limit", "clamped", 50, 200, stock],
  [shares.getEventTimeline, stocks.timelineQuery, "daysBack", "clamped", 365, 365, stock],
  [articles.getStockNews, news.stockNewsQuery, "limit", "in range", 20, 100, stock],
  [articles.getMarketNews, news.marketNewsQuery, "limit", "in range", 50, 200],
  [articles.getRelatedNews, news.relatedNewsQuery, "limit", "clamped", 6, 50, stock],
  [articles.listEditorialTakes, news.takeListQuery, "limit", "in range or default", 20, 100],
  [ReportsService.method.listReports, news.reportListQuery, "limit", "clamped", 24, 100],
  [SearchService.method.searchStocks, searchQuery, "limit", "clamped", 50, 100, { query: "a" }],
];

describe.each(ROWS.map((row) => [row[0].name, row] as const))("%s", (_, row) => {
  const [{ input }, queryOf, field, rule, fallback, most, given] = row;

  it(`reads ${field}: ${fallback} unless asked for, up to ${most}, ${rule}`, () => {
    const read = (asked: number) => {
      try {
        const query = queryOf(create(input, { ...given, [field]: asked } as never) as never);
        return (query as Record<string, unknown>)[field];
      } catch (error) {
        return (error as Error).message;
      }
    };
    const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const [below, above] = OUTSIDE[rule].map(
      (how) => ({ default: fallback, most, 1: 1, refused: expect.stringContaining(`${name}: `) })[how],
    );
    expect([LEAST, -1, 0, 1, most, most + 1, MOST].map(read)).toEqual([
      ...[below, below, fallback, 1, most, above, above],
    ]);
  });
});
