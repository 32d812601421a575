import { create } from "@bufbuild/protobuf";
import { sectorOfIndustry } from "../../dataset/industry-groups.ts";
import { thinnedPlaces } from "../../engine/columns/grouped-days.ts";
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
} from "../../gen/shorts/v1alpha1/market_pb.ts";
import { IndustryTreeMapSchema } from "../../gen/stocks/v1alpha1/stocks_pb.ts";
import { KeptElements } from "../../rpc/encoding/kept-elements.ts";
import { dateOfDay } from "../../runtime/time/calendar-date.ts";
import { rowMessages } from "../../snapshot/pages/row-message.ts";
import { type Battleground, type Campaign, type TreeMap, winRate } from "./queries/derived-lists.ts";
import { marketDay } from "./queries/market-day.ts";
import type { Screener } from "./queries/screener.ts";
import {
  type IndexQuery,
  type MarketDayQuery,
  type PageQuery,
  periodBefore,
  SCREENER_COLUMNS,
  type TreeMapQuery,
  windowPlaces,
} from "./rules.ts";
import { identity, stockMessage } from "./stock-message.ts";

const dateOrNone = (day: number | undefined) => (day === undefined ? "" : dateOfDay(day));

export function marketDayMessage(market: Market, query: MarketDayQuery) {
  const { date, offset, limit } = query;
  const { rows, previousDay, nextDay } = marketDay(market, query);
  const parts = { tags: false, sizes: true };
  return create(GetMarketByDateResponseSchema, {
    date: dateOfDay(date),
    stocks: rows.slice(offset, offset + limit).map((row) => stockMessage(market, row, date, parts)),
    totalCount: rows.length,
    previousDate: dateOrNone(previousDay),
    nextDate: dateOrNone(nextDay),
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
    campaigns: all
      .slice(offset, offset + limit)
      .map(({ code, row, fields }) => ({ ...identity(market, code, row), ...fields })),
    totalCount: all.length,
    campaignsTotal: all.length,
    shortsWinRate3m: winRate(all, "3m"),
    shortsWinRate6m: winRate(all, "6m"),
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

/** Sessions of an index in a window; `requestedFrom` and `requestedTo` are "" where it is open. */
export function indexSeriesMessage(indices: Indices, index: number, query: IndexQuery) {
  const [from, to] = indices.placesOf(index);
  const [earliest, latest] = from < to ? [indices.dayAt(from), indices.dayAt(to - 1)] : [];
  // A period's window begins on the day after its bound.
  const periodStart =
    query.period === undefined || query.period === "MAX" || latest === undefined
      ? undefined
      : periodBefore(latest, query.period) + 1;
  const requestedFrom = query.from ?? periodStart;
  const requestedTo = query.to ?? (periodStart === undefined ? undefined : latest);
  const window = { period: undefined, from: requestedFrom, to: requestedTo };
  const [first, end] = windowPlaces(indices, index, window, 0);
  const isOutside = (day: number | undefined) =>
    day !== undefined && earliest !== undefined && latest !== undefined && (day < earliest || day > latest);
  const { open, high, low, close, volume } = indices.measures;
  const points = thinnedPlaces(end - first, query.maxPoints)
    .map((place) => first + place)
    .map((place) => ({
      date: dateOfDay(indices.dayAt(place)),
      open: open.at(place) || 0,
      high: high.at(place) || 0,
      low: low.at(place) || 0,
      close: close.at(place),
      volume: BigInt(volume.at(place) || 0),
    }));
  return create(GetIndexSeriesResponseSchema, {
    index: indexDefinition(indices, index),
    points,
    totalObservations: end - first,
    downsampled: points.length < end - first,
    requestedFrom: dateOrNone(requestedFrom),
    requestedTo: dateOrNone(requestedTo),
    coveredFrom: points.at(0)?.date ?? "",
    coveredTo: points.at(-1)?.date ?? "",
    truncated: isOutside(requestedFrom) || isOutside(requestedTo),
  });
}

export function screenedStocks(market: Market, screener: Screener) {
  return new KeptElements(ScreenStocksResponseSchema, ScreenerStockSchema, (place) =>
    screenedStock(screenedRow(market, screener, place)),
  );
}
