import type { NumberColumn } from "../../../engine/columns/column-frame.ts";
import type { Market } from "../../../engine/columns/market/market.ts";
import { fullMask, isInMask, RankedColumn, wordsOf } from "../../../engine/columns/ranked-column.ts";
import { countBits } from "../../../engine/kernels/count-bits.ts";
import { roundedTo } from "../../../runtime/decimals.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { addMonths } from "../../../runtime/time/calendar-months.ts";
import { SCREENER_INPUT_COLUMNS } from "../aggregates/index.ts";
import { SCREENER_COLUMNS, type ScreenerColumn, type ScreenQuery } from "../rules.ts";

export type Screener = ReturnType<typeof makeScreener>;
type Columns = Readonly<Record<ScreenerColumn, Float64Array>>;

/**
 * Counts and sums over a window, each with the column that has a value wherever the window has rows. Without
 * rows they are 0, unless no code has such rows: then they are NaN.
 */
const WINDOW_SUMS: ReadonlyMap<string, ScreenerColumn> = new Map([
  ["net_director_buy_value", "director_buy_count"],
  ["director_buy_count", "director_buy_count"],
  ["director_sell_count", "director_buy_count"],
  ["news_count_30d", "news_count_30d"],
  ["price_sensitive_count", "news_count_30d"],
  ["trailing_12m_dividend", "trailing_12m_dividend"],
]);

/** Months after which a line without reports is left out. */
const FRESH_MONTHS = 6;
const CHANGE_DAYS = 28;
const PRICE_CHANGE_DAYS = 30;
const VOLUME_DAYS = 35;
const MIN_SESSIONS = 5;
/** Decimals of a difference: it shows no more than its operands. */
const DIFFERENCE_PLACES = 6;

/** One row per ordinary line that is still reported, in code order. */
export function makeScreener(market: Market) {
  const { positions, securities } = market;
  const newest = positions.newestDay;
  const oldest = newest === undefined ? 0 : addMonths(newest, -FRESH_MONTHS);
  const found = securities.all.flatMap((_, code) => newestShorted(market, code, oldest - 1) ?? []);
  const known = columnsOf(() => new Float64Array(found.length).fill(Number.NaN));
  const newestSession = market.prices.newestDay() ?? 0;
  found.forEach(({ code, row, day }, i) => {
    known.short_pct[i] = positions.percent.at(row);
    known.short_pct_change_4w[i] = shortChange(market, code, row, day);
    const figures = priceFigures(market, code, newestSession);
    for (const name of PRICE_FIGURES) known[name][i] = figures?.[name] ?? Number.NaN;
    const [short, volume] = [positions.short.at(row), known.avg_volume_20d[i]];
    if (short >= 0 && volume > 0) known.days_to_cover[i] = roundedTo(short / volume, 2);
  });
  const stored = ["market_cap", "pe_ratio", "dividend_yield", ...SCREENER_INPUT_COLUMNS] as ScreenerColumn[];
  for (const name of stored) {
    const values = securities.frame.numbers(name);
    const counter = WINDOW_SUMS.get(name);
    const counts = counter === undefined ? undefined : securities.frame.numbers(counter);
    const isHeld = counts !== undefined && hasValue(counts);
    found.forEach(({ code }, i) => {
      known[name][i] = isHeld && Number.isNaN(counts.at(code)) ? 0 : values.at(code);
    });
  }
  const columns = columnsOf((name) => known[name].map((value) => (Number.isNaN(value) ? 0 : value)));
  const ordered = orders(columns);
  const ranked = new Map<ScreenerColumn, RankedColumn>();
  const industries = industryMasks(found.map(({ code }) => securities.all[code].industry));
  const places = new Map(found.map(({ code }, place) => [code, place]));
  return {
    count: found.length,
    /** Code number of each place. */
    codes: Int32Array.from(found, ({ code }) => code),
    /** Row of the positions of each place. */
    rows: Int32Array.from(found, ({ row }) => row),
    columns,
    /** `columns` with NaN instead of 0 where a figure is unknown. */
    known,
    ordered,
    /** Index for range filters on a column, built on first use. */
    ranked: (column: ScreenerColumn) =>
      remembered(ranked, column, () => new RankedColumn(columns[column], ordered(column, true))),
    /** Bit mask of the places of an industry; undefined if it has none. */
    placesOfIndustry: (name: string) => industries.get(name),
    placeOf: (code: number) => places.get(code),
  };
}

/** A code's newest row above 0 % after day `since`; undefined without one or if it is not ordinary. */
export function newestShorted({ positions }: Market, code: number, since: number) {
  const [from, to] = positions.placesOf(code);
  for (let place = to - 1; place >= from && positions.dayAt(place) > since; place--) {
    const row = positions.rowAt(place);
    const percent = positions.percent.at(row);
    if (!(percent > 0)) continue;
    return positions.typeOf(row) === "ordinary"
      ? { code, row, percent, day: positions.dayAt(place) }
      : undefined;
  }
  return undefined;
}

function industryMasks(industries: readonly string[]): ReadonlyMap<string, Uint32Array> {
  const masks = new Map<string, Uint32Array>();
  industries.forEach((name, place) => {
    const mask = masks.get(name) ?? new Uint32Array(wordsOf(industries.length));
    mask[place >>> 5] |= 1 << (place & 31);
    masks.set(name, mask);
  });
  return masks;
}

function columnsOf(make: (name: ScreenerColumn) => Float64Array): Columns {
  return Object.fromEntries(SCREENER_COLUMNS.map((name) => [name, make(name)])) as Columns;
}

function hasValue(values: NumberColumn): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values.at(i))) return true;
  return false;
}

/** Places sorted by a column, ties by code; cached per column and direction. */
function orders(columns: Columns) {
  const made = new Map<string, Int32Array>();
  return (column: ScreenerColumn, isAscending: boolean) =>
    remembered(made, `${column} ${isAscending}`, () => {
      const values = columns[column];
      const sign = isAscending ? 1 : -1;
      return Int32Array.from(values.keys()).sort((a, b) => sign * (values[a] - values[b]) || a - b);
    });
}

/** Change in percentage points from the newest percentage at least four weeks older; NaN without one. */
function shortChange({ positions }: Market, code: number, row: number, day: number): number {
  const [from] = positions.placesOf(code);
  for (let place = positions.firstAfter(code, day - CHANGE_DAYS) - 1; place >= from; place--) {
    const before = positions.percent.at(positions.rowAt(place));
    if (!Number.isNaN(before)) return roundedTo(positions.percent.at(row) - before, DIFFERENCE_PLACES);
  }
  return Number.NaN;
}

const PRICE_FIGURES = ["latest_price", "latest_volume", "price_change_1m", "avg_volume_20d"] as const;

/** Figures of the sessions: NaN from too few; undefined if there are none. */
function priceFigures({ prices }: Market, code: number, newestSession: number) {
  const [from, to] = prices.placesOf(code);
  if (from === to) return undefined;
  const latestPrice = prices.close.at(to - 1);
  const before = prices.lastUntil(code, prices.dayAt(to - 1) - PRICE_CHANGE_DAYS);
  const earlier = before === undefined ? Number.NaN : prices.close.at(before);
  let [sessions, volume] = [0, 0];
  for (let place = to - 1; place >= from && prices.dayAt(place) >= newestSession - VOLUME_DAYS; place--) {
    const traded = prices.volume.at(place);
    if (!(traded > 0)) continue;
    sessions++;
    volume += traded;
  }
  return {
    latest_price: latestPrice,
    latest_volume: prices.volume.at(to - 1),
    price_change_1m: earlier > 0 ? ((latestPrice - earlier) / earlier) * 100 : Number.NaN,
    avg_volume_20d: sessions >= MIN_SESSIONS ? Math.round(volume / sessions) : Number.NaN,
  };
}

/** A page of the stocks that pass every filter, in the requested order, and how many pass. */
export function screenStocks(market: Market, screener: Screener, query: ScreenQuery) {
  const mask = fullMask(screener.count);
  for (const { column, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } of query.ranges)
    screener.ranked(column).keepRange(least, most, mask);
  if (query.industries.length > 0) keepIndustries(screener, query.industries, mask);
  if (query.codes.length > 0) keepCodes(market, screener, query.codes, mask);
  const totalCount = countBits(mask, screener.count);
  return {
    places: page(screener.ordered(query.sortColumn, query.ascending), mask, totalCount, query),
    totalCount,
  };
}

/** The places of one page, in order. Stops scanning at its last one. */
function page(
  order: Int32Array,
  mask: Uint32Array,
  totalCount: number,
  { offset, limit }: Pick<ScreenQuery, "offset" | "limit">,
): number[] {
  const places: number[] = [];
  const wanted = Math.min(limit, totalCount - offset);
  for (let i = 0, passed = 0; places.length < wanted; i++) {
    if (isInMask(mask, order[i]) && ++passed > offset) places.push(order[i]);
  }
  return places;
}

function keepIndustries(screener: Screener, names: readonly string[], mask: Uint32Array): void {
  const any = new Uint32Array(mask.length);
  for (const name of names) {
    const own = screener.placesOfIndustry(name);
    if (own !== undefined) for (let w = 0; w < any.length; w++) any[w] |= own[w];
  }
  for (let w = 0; w < any.length; w++) mask[w] &= any[w];
}

function keepCodes(market: Market, screener: Screener, codes: readonly string[], mask: Uint32Array): void {
  const any = new Uint32Array(mask.length);
  for (const code of codes) {
    const number = market.securities.numberOf(code);
    const place = number === undefined ? undefined : screener.placeOf(number);
    if (place !== undefined) any[place >>> 5] |= 1 << (place & 31);
  }
  for (let w = 0; w < any.length; w++) mask[w] &= any[w];
}
