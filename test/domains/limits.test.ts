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

/** Smallest and largest int32: the worst that a client can send. */
const [LEAST, MOST] = [-2_147_483_648, 2_147_483_647];

/** How a number below 0 and one above the maximum are read: default, maximum, 1, or refused by name. */
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
];

/** Fields that requests must have. */
const GIVEN = {
  salCode: "20001",
  state: "WA",
  stateCode: "NSW",
  seriesKey: "a",
  seriesKeys: ["a"],
  baseSeriesKey: "b",
  baseSeriesKeys: ["a"],
  partyGroup: "a",
  slug: "ann",
  stockCode: "AAA",
  query: "a",
};
const { method: housing } = HousingService;
const { method: people } = PoliticiansService;
const { method: shares } = StockService;
const { method: articles } = NewsService;
const { method: series } = EconomyService;
const { getSeriesVintages, correlateSeries } = ExplorerService.method;

const ROWS: readonly Row[] = [
  [housing.listSuburbPriceDrops, listings.suburbDropsQuery, "limit", "in range or default", 50, 500],
  [housing.listSuburbDropListings, listings.dropListingsQuery, "limit", "in range or default", 30, 200],
  [housing.listSuburbDropListings, listings.dropListingsQuery, "windowDays", "in range or default", 30, 365],
  [housing.listAddressPriceDrops, listings.addressDropsQuery, "limit", "in range or default", 50, 200],
  [housing.listAddressPriceDrops, listings.addressDropsQuery, "windowDays", "in range or default", 90, 365],
  [housing.listAgencyPriceStats, listings.agencyStatsQuery, "limit", "clamped", 20, 100],
  [series.listEconomicSeries, economy.seriesFilter, "limit", "clamped", 200, 500],
  [series.getEconomicSeries, economy.seriesDataQuery, "maxObservations", "at least one", 600, 600],
  [series.listSeriesCorrelations, economy.seriesCorrelationsQuery, "limit", "not negative", 100, 250],
  [series.listStateCompanies, economy.stateCompaniesQuery, "limit", "clamped", 10, 50],
  [getSeriesVintages, economy.vintagesQuery, "maxPeriods", "not negative", 120, 600],
  [correlateSeries, economy.correlateSeriesQuery, "limit", "not negative", 100, 500],
  [people.getDonationsOverview, politicians.overviewQuery, "limit", "clamped", 25, 100],
  [people.listTopDonors, politicians.donorsPage, "limit", "clamped", 50, 200],
  [people.listPartyFunding, politicians.partyFundingQuery, "limit", "clamped", 25, 200],
  [people.listPoliticians, politicians.politiciansPage, "limit", "clamped", 100, 500],
  [people.listPoliticianSummaries, politicians.summariesPage, "limit", "clamped", 50, 200],
  [people.listRegisterChanges, politicians.changesPage, "limit", "clamped", 100, 500],
  [people.getPoliticianExplorerProfile, politicians.profileQuery, "topIndustries", "clamped", 5, 20],
  [people.listPoliticianStocks, politicians.companiesQuery, "limit", "clamped", 50, 200],
  [people.listStatePoliticianHoldings, politicians.stateHoldingsQuery, "limit", "clamped", 20, 100],
  [people.listShortInterestOverlap, politicians.overlapQuery, "limit", "clamped", 50, 200],
  [people.getPoliticianAnalytics, politicians.analyticsQuery, "topIndustries", "clamped", 10, 50],
  [shares.getDirectorTrades, stocks.directorTradesQuery, "limit", "in range", 20, 200],
  [shares.getStockFundamentals, stocks.fundamentalsQuery, "limit", "in range", 12, 40],
  [shares.getPeerComparison, stocks.peersQuery, "limit", "in range", 5, 20],
  [shares.getDividendHistory, stocks.dividendsQuery, "years", "in range", 5, 20],
  [shares.getStockGraph, stocks.graphQuery, "limit", "clamped", 12, 100],
  [shares.getStockSignals, stocks.signalsQuery, "limit", "clamped", 10, 100],
  [shares.getEventTimeline, stocks.timelineQuery, "limit", "clamped", 50, 200],
  [shares.getEventTimeline, stocks.timelineQuery, "daysBack", "clamped", 365, 365],
  [articles.getStockNews, news.stockNewsQuery, "limit", "in range", 20, 100],
  [articles.getMarketNews, news.marketNewsQuery, "limit", "in range", 50, 200],
  [articles.getRelatedNews, news.relatedNewsQuery, "limit", "clamped", 6, 50],
  [articles.listEditorialTakes, news.takeListQuery, "limit", "in range or default", 20, 100],
  [ReportsService.method.listReports, news.reportListQuery, "limit", "clamped", 24, 100],
  [SearchService.method.searchStocks, searchQuery, "limit", "clamped", 50, 100],
];

describe.each(ROWS.map((row) => [row[0].name, row] as const))("%s", (_, row) => {
  const [{ input }, queryOf, field, rule, fallback, most] = row;

  it(`reads ${field}: ${fallback} unless asked for, up to ${most}, ${rule}`, () => {
    const read = (asked: number) => {
      try {
        const query = queryOf(create(input, { ...GIVEN, [field]: asked } as never) as never);
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
