import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { sectorOfIndustry } from "../../dataset/industry-groups.ts";
import type { Indices } from "../../engine/columns/market/indices.ts";
import type { Market } from "../../engine/columns/market/market.ts";
import {
  BattlegroundStockSchema,
  GetBattlegroundStocksResponseSchema,
  GetIndexSeriesResponseSchema,
  GetMarketByDateResponseSchema,
  GetShortCampaignScoreboardResponseSchema,
  IndexDefinitionSchema,
  ScreenerStockSchema,
  ScreenStocksResponseSchema,
  ShortCampaignSchema,
} from "../../gen/shorts/v1alpha1/market_pb.ts";
import { IndustryTreeMapSchema } from "../../gen/stocks/v1alpha1/stocks_pb.ts";
import { KeptElements } from "../../rpc/encoding/kept-elements.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { rowMessages } from "../../snapshot/pages/row-message.ts";
import type { Battleground } from "./queries/battlegrounds.ts";
import { type Campaign, winRate } from "./queries/campaigns.ts";
import type { IndexSeries } from "./queries/indices.ts";
import type { MarketDay } from "./queries/market-day.ts";
import { SCREENER_COLUMNS, type Screener } from "./queries/screener.ts";
import type { TreeMap } from "./queries/tree-map.ts";
import type { MarketDayQuery, PageQuery, TreeMapQuery } from "./rules.ts";
import { stockMessage } from "./stock-message.ts";

const dateOrNone = (day: number | undefined) => (day === undefined ? "" : dateOfDay(day));

export function marketDayMessage(market: Market, { date: day }: MarketDayQuery, found: MarketDay) {
  const parts = { tags: false, sizes: true, context: true };
  return create(GetMarketByDateResponseSchema, {
    date: dateOfDay(day),
    stocks: found.rows.map((row) => stockMessage(market, row, day, parts)),
    totalCount: found.totalCount,
    previousDate: dateOrNone(found.previousDay),
    nextDate: dateOrNone(found.nextDay),
  });
}

export function treeMapMessage(market: Market, { period, viewMode }: TreeMapQuery, groups: TreeMap) {
  const { codes } = market.securities;
  return create(IndustryTreeMapSchema, {
    industryNames: groups.map(([name]) => name),
    positions: groups.flatMap(([industry, stocks]) =>
      stocks.map(({ code, value }) => ({ industry, productCode: codes[code], shortPosition: value })),
    ),
    industries: groups.map(([name, stocks]) => {
      const sum = stocks.reduce((total, { percent }) => total + percent, 0);
      return {
        name,
        sector: sectorOfIndustry(name) ?? "",
        stocks: stocks.map(({ code, row, percent, value }) => ({
          productCode: codes[code],
          productName: market.nameOf(code, row),
          shortPosition: percent,
          percentage: percent,
          change: value,
        })),
        aggregateShortPosition: sum,
        averagePercentage: sum / stocks.length,
      };
    }),
    lastUpdated: dateOrNone(market.positions.newestDay),
    period,
    viewMode,
  });
}

/** Code, name, industry and logo, as the screener's rows and the campaigns tell them. */
export function identity(market: Market, code: number, row: number) {
  const { industry, logoUrl } = market.securities.all[code];
  return {
    stockCode: market.securities.codes[code],
    companyName: market.nameOf(code, row),
    industry,
    logoUrl,
  };
}

/** A place of the screener as a row: the identity, and every column. */
const screenedRow = (market: Market, { codes, rows, columns }: Screener, place: number) => ({
  ...identity(market, codes[place], rows[place]),
  ...Object.fromEntries(SCREENER_COLUMNS.map((name) => [name, columns[name][place]])),
});

const battlegroundStock = rowMessages(BattlegroundStockSchema, { keyColumns: SCREENER_COLUMNS });
const screenedStock = rowMessages(ScreenerStockSchema);

export function battlegroundsMessage(
  market: Market,
  screener: Screener,
  all: readonly Battleground[],
  { offset, limit }: PageQuery,
) {
  return create(GetBattlegroundStocksResponseSchema, {
    stocks: all.slice(offset, offset + limit).map(({ place, squeeze, divergence }) =>
      battlegroundStock({
        ...screenedRow(market, screener, place),
        squeeze_score: squeeze,
        divergence_score: divergence,
      }),
    ),
    totalCount: all.length,
  });
}

export function campaignsMessage(market: Market, all: readonly Campaign[], { offset, limit }: PageQuery) {
  return create(GetShortCampaignScoreboardResponseSchema, {
    campaigns: all.slice(offset, offset + limit).map((campaign) => campaignMessage(market, campaign)),
    totalCount: all.length,
    campaignsTotal: all.length,
    shortsWinRate3m: winRate(all.map(({ after3Months }) => after3Months)),
    shortsWinRate6m: winRate(all.map(({ after6Months }) => after6Months)),
  });
}

function campaignMessage(market: Market, campaign: Campaign) {
  const { after3Months, after6Months } = campaign;
  return create(ShortCampaignSchema, {
    ...identity(market, campaign.code, campaign.row),
    peakDate: dateOfDay(campaign.peakDay),
    peakShortPct: campaign.peakPercent,
    priceAtPeak: campaign.peakPrice,
    price3mAfter: after3Months?.price ?? 0,
    price6mAfter: after6Months?.price ?? 0,
    return3m: after3Months?.change ?? 0,
    return6m: after6Months?.change ?? 0,
    has3m: after3Months !== undefined,
    has6m: after6Months !== undefined,
    shortsWon3m: after3Months?.shortsWon ?? false,
    shortsWon6m: after6Months?.shortsWon ?? false,
    currentShortPct: campaign.currentPercent,
    latestPrice: campaign.latestPrice,
  });
}

export function indexDefinition(indices: Indices, index: number) {
  const [from, to] = indices.placesOf(index);
  return create(IndexDefinitionSchema, {
    code: indices.codes[index],
    name: indices.names[index],
    returnType: indices.returnTypes[index],
    currency: indices.currencies[index],
    earliestDate: from < to ? dateOfDay(indices.dayAt(from)) : "",
    latestDate: from < to ? dateOfDay(indices.dayAt(to - 1)) : "",
    observations: to - from,
  });
}

export function indexSeriesMessage(indices: Indices, series: IndexSeries) {
  const { open, high, low, close, volume } = indices.measures;
  const points: MessageInitShape<typeof GetIndexSeriesResponseSchema>["points"] = series.places.map(
    (place) => ({
      date: dateOfDay(indices.dayAt(place)),
      open: open.at(place) || 0,
      high: high.at(place) || 0,
      low: low.at(place) || 0,
      close: close.at(place),
      volume: BigInt(volume.at(place) || 0),
    }),
  );
  return create(GetIndexSeriesResponseSchema, {
    index: indexDefinition(indices, series.index),
    points,
    totalObservations: series.totalObservations,
    downsampled: points.length < series.totalObservations,
    requestedFrom: dateOrNone(series.requestedFrom),
    requestedTo: dateOrNone(series.requestedTo),
    coveredFrom: points[0]?.date ?? "",
    coveredTo: points.at(-1)?.date ?? "",
    truncated: series.isTruncated,
  });
}

type ScreenedStocks = KeptElements<typeof ScreenStocksResponseSchema, typeof ScreenerStockSchema>;

/** The stocks of the screener as they are encoded. */
export function screenedStocks(market: Market, screener: Screener): ScreenedStocks {
  return new KeptElements(ScreenStocksResponseSchema, ScreenerStockSchema, (place) =>
    screenedStock(screenedRow(market, screener, place)),
  );
}
