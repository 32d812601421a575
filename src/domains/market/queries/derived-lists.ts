import { Indices } from "../../../engine/columns/market/indices.ts";
import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { roundedTo } from "../../../runtime/decimals.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import { addMonths } from "../../../runtime/time/calendar-months.ts";
import { perSnapshot } from "../../per-snapshot.ts";
import { periodBefore, type TopShortsQuery, type TreeMapQuery } from "../rules.ts";
import { makeScreener, newestShorted, type Screener } from "./screener.ts";

export interface ShortSeries {
  readonly code: number;
  /** Indices in the code's history of the rows above 0 % in the window, oldest first. */
  readonly places: Int32Array;
}

export type TopShorts = ReturnType<typeof topShorts>;

/** Codes by newest positive percentage in the past month, descending, then code; ordinary lines only. */
export const rankingOf = perSnapshot("market-ranking", (view): readonly number[] => {
  const market = marketOf(view);
  const newest = market.positions.newestDay;
  if (newest === undefined) return [];
  const since = addMonths(newest, -1);
  return market.securities.codes
    .flatMap((_, code) => newestShorted(market, code, since) ?? [])
    .sort((a, b) => b.percent - a.percent || a.code - b.code)
    .map(({ code }) => code);
});

/** The series of a page of the ranking, or of the named codes, and the offset of the next page. */
export function topShorts(market: Market, ranking: readonly number[], query: TopShortsQuery) {
  const { securities, positions } = market;
  const isNamed = query.productCodes.length > 0;
  const codes = isNamed
    ? query.productCodes.flatMap((code) => securities.numberOf(code) ?? [])
    : ranking.slice(query.offset, query.offset + query.limit);
  const since = periodBefore(positions.newestDay ?? 0, query.period);
  const series = codes.map((code): ShortSeries => ({ code, places: positions.shortedAfter(code, since) }));
  // A chart needs two points, but a code that the caller names is returned without any.
  const fewest = isNamed || query.summaryOnly ? 0 : 2;
  return {
    series: series.filter(({ places }) => places.length >= fewest),
    nextOffset: isNamed ? query.offset : query.offset + codes.length,
  };
}

/** Months after which a security without reports is left out. */
const FRESH_MONTHS = 6;

export type TreeMap = ReturnType<typeof treeMap>;

/** Every stock by industry, names ascending; values descending, then code. */
function treeMap(market: Market, { period, viewMode }: Pick<TreeMapQuery, "period" | "viewMode">) {
  const { newestDay } = market.positions;
  if (newestDay === undefined) return [];
  // The longest period is ten years here. The window includes its first day.
  const since = periodBefore(newestDay, period === "MAX" ? "10Y" : period);
  const fresh = addMonths(newestDay, -FRESH_MONTHS);
  const stocks = market.securities.all.flatMap(({ isCompany, industry }, code) => {
    const stock = isCompany && industry !== "" ? stockOf(market, code, since, fresh, viewMode) : undefined;
    return stock === undefined ? [] : [{ industry, ...stock }];
  });
  return [...Map.groupBy(stocks, ({ industry }) => industry)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, own]) => [name, own.sort((a, b) => b.value - a.value || a.code - b.code)] as const);
}

export function cutTreeMap(map: TreeMap, limit: number): TreeMap {
  return map.map(([name, stocks]) => [name, stocks.slice(0, limit)] as const);
}

/** A stock's newest row in the window with the value of the view mode; undefined if it is not shown. */
function stockOf(
  { positions }: Market,
  code: number,
  since: number,
  fresh: number,
  mode: TreeMapQuery["viewMode"],
) {
  const [, to] = positions.placesOf(code);
  const first = positions.firstAfter(code, since - 1);
  const percentAt = (place: number) => positions.percent.at(positions.rowAt(place));
  const isOrdinary = (place: number) => positions.typeOf(positions.rowAt(place)) === "ordinary";
  let last = to - 1;
  while (last >= first && Number.isNaN(percentAt(last))) last--;
  // The newest row decides the type: an ordinary line of the past may have been renamed since.
  if (last < first || positions.dayAt(last) < fresh || !isOrdinary(last)) return undefined;
  const row = positions.rowAt(last);
  const percent = percentAt(last);
  if (!(percent > 0)) return undefined;
  if (mode === "CURRENT_CHANGE") return { code, row, percent, value: percent };
  let oldest = first;
  while (Number.isNaN(percentAt(oldest)) || !isOrdinary(oldest)) oldest++;
  const earliest = percentAt(oldest);
  if (earliest === 0) return undefined;
  return { code, row, percent, value: ((percent - earliest) / earliest) * 100 };
}

/** Minimum percent short of a battleground. */
const MIN_SHORT = 1;

export type Battleground = ReturnType<typeof battlegrounds>[number];

/** Every battleground with both scores, in screener order; `place` is its index there. */
function battlegrounds({ count, columns }: Screener) {
  const found: { place: number; squeeze: number; divergence: number }[] = [];
  for (let place = 0; place < count; place++) {
    const short = columns.short_pct[place];
    if (short < MIN_SHORT) continue;
    const price = columns.price_change_1m[place];
    const change = columns.short_pct_change_4w[place];
    const squeeze =
      0.35 * capped(columns.days_to_cover[place] / 10) +
      0.3 * capped(short / 15) +
      0.2 * capped(Math.max(price, 0) / 20) +
      0.15 * capped(Math.max(change, 0) / 3);
    const divergence = price > 0 && change > 0 ? capped(price / 20) * capped(change / 3) : 0;
    found.push({ place, squeeze: roundedTo(100 * squeeze, 1), divergence: roundedTo(100 * divergence, 1) });
  }
  return found;
}

function capped(value: number): number {
  return Math.min(value, 1);
}

const YEARS_BACK = 3;
const MIN_PEAK = 5;

export type Campaign = ReturnType<typeof campaignOf>;

/** The peak percentage of each ordinary line in the past three years, if at least 5; largest first. */
export const campaignsOf = perSnapshot("market-campaigns", (view): readonly Campaign[] => {
  const market = marketOf(view);
  const { positions, securities } = market;
  const newest = positions.newestDay;
  if (newest === undefined) return [];
  const since = addMonths(newest, -12 * YEARS_BACK);
  const campaigns: Campaign[] = [];
  securities.all.forEach((_, code) => {
    const [, to] = positions.placesOf(code);
    let peak = -1;
    let most = MIN_PEAK;
    for (let place = positions.firstAfter(code, since); place < to; place++) {
      const row = positions.rowAt(place);
      // The latest of equal peaks wins.
      if (!(positions.percent.at(row) >= most) || positions.typeOf(row) !== "ordinary") continue;
      peak = place;
      most = positions.percent.at(row);
    }
    if (peak >= 0) campaigns.push(campaignOf(market, code, peak));
  });
  return campaigns.sort((a, b) => b.fields.peakShortPct - a.fields.peakShortPct || a.code - b.code);
});

/** A campaign's fields without identity; `place` is the peak's index in the history. Unknown prices are 0. */
function campaignOf({ positions, prices }: Market, code: number, place: number) {
  const peakDay = positions.dayAt(place);
  const at = prices.lastUntil(code, peakDay);
  const priceAtPeak = at === undefined ? 0 : prices.close.at(at);
  const [priceFrom, priceEnd] = prices.placesOf(code);
  const after = (months: number) => {
    const next = prices.firstAfter(code, addMonths(peakDay, months) - 1);
    if (next >= priceEnd || priceAtPeak === 0)
      return { price: 0, change: 0, isScored: false, shortsWon: false };
    const price = prices.close.at(next);
    const change = roundedTo(((price - priceAtPeak) / priceAtPeak) * 100, 2);
    return { price, change, isScored: true, shortsWon: price < priceAtPeak };
  };
  const [from, to] = positions.placesOf(code);
  const [after3, after6] = [after(3), after(6)];
  return {
    code,
    row: positions.rowAt(place),
    fields: {
      peakDate: dateOfDay(peakDay),
      peakShortPct: positions.percent.at(positions.rowAt(place)),
      priceAtPeak,
      price3mAfter: after3.price,
      price6mAfter: after6.price,
      return3m: after3.change,
      return6m: after6.change,
      has3m: after3.isScored,
      has6m: after6.isScored,
      shortsWon3m: after3.shortsWon,
      shortsWon6m: after6.shortsWon,
      currentShortPct: to > from ? positions.percent.at(positions.rowAt(to - 1)) || 0 : 0,
      latestPrice: priceEnd > priceFrom ? prices.close.at(priceEnd - 1) : 0,
    },
  };
}

/** Percent of the scored campaigns that the shorts won, one decimal; 0 if none is scored. */
export function winRate(campaigns: readonly Campaign[], months: "3m" | "6m"): number {
  const scored = campaigns.filter(({ fields }) => fields[`has${months}`]);
  if (scored.length === 0) return 0;
  const won = scored.filter(({ fields }) => fields[`shortsWon${months}`]).length;
  return roundedTo((100 * won) / scored.length, 1);
}

/** All stocks, cached per period and view mode; cutTreeMap applies the limit. */
export function treeMapOf(view: SnapshotView, query: TreeMapQuery): TreeMap {
  return view.derived(`market-tree-map-${query.period}-${query.viewMode}`, () =>
    treeMap(marketOf(view), query),
  );
}

export const screenerOf = perSnapshot("market-screener", (view) => makeScreener(marketOf(view)));

/** Sorted by the score of the view, then by code, as screener places are in code order. */
export function battlegroundsIn(
  view: SnapshotView,
  order: "squeeze" | "divergence",
): readonly Battleground[] {
  return view.derived(`market-battlegrounds-${order}`, () => {
    const all = battlegrounds(screenerOf(view));
    const shown = order === "divergence" ? all.filter(({ divergence }) => divergence > 0) : all;
    return shown.sort((a, b) => b[order] - a[order] || a.place - b.place);
  });
}

export const indicesOf = perSnapshot("market-indices", ({ pages }) => new Indices(pages));
