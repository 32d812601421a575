import { ColumnFrame } from "../../../engine/columns/column-frame.ts";
import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { dateOfDay } from "../../../runtime/time/calendar-date.ts";
import { indicesOf, screenerOf } from "../../market/queries/derived-lists.ts";
import { periodBefore } from "../../market/rules.ts";
import { perSnapshot } from "../../per-snapshot.ts";
import { marketCapOf } from "../queries/peers.ts";
import type { Figures, Strategy } from "./strategy.ts";

type Trend = keyof Strategy["verdicts"];

const [SHORT_MEAN, LONG_MEAN] = [50, 200];

const NONE = {
  indexCode: "",
  asOf: "",
  close: 0,
  sma50: 0,
  sma200: 0,
  pctOff52wHigh: 0,
  /** "" with too few sessions. */
  regime: "" as Trend | "",
  /** Return of the index in percent from one day to another; NaN without a session that far back. */
  returnUntil: (_day: number, _from: number) => Number.NaN,
};

/** The trend of the price index with the most sessions. */
export type Regime = typeof NONE;

export const regimeOf = perSnapshot("market-regime", (view): Regime => {
  const indices = indicesOf(view);
  const sessions = (index: number) => indices.placesOf(index)[1] - indices.placesOf(index)[0];
  const [widest] = indices.codes
    .map((_, index) => index)
    .filter((index) => indices.returnTypes[index] === "price" && sessions(index) > 0)
    .sort((a, b) => sessions(b) - sessions(a) || a - b);
  if (widest === undefined) return NONE;
  const [from, to] = indices.placesOf(widest);
  const level = (place: number) => indices.measures.close.at(place);
  const mean = (count: number) => {
    let sum = 0;
    for (let place = to - count; place < to; place++) sum += level(place);
    return sum / count;
  };
  const newest = indices.dayAt(to - 1);
  const highest = largest(indices.firstAfter(widest, periodBefore(newest, "1Y")), to, level);
  const close = level(to - 1);
  const sma50 = to - from < SHORT_MEAN ? 0 : mean(SHORT_MEAN);
  const sma200 = to - from < LONG_MEAN ? 0 : mean(LONG_MEAN);
  return {
    indexCode: indices.codes[widest],
    asOf: dateOfDay(newest),
    regime: sma200 === 0 ? "" : trendOf(close, sma50, sma200),
    close,
    sma50,
    sma200,
    pctOff52wHigh: (close / highest - 1) * 100,
    returnUntil: (day, since) => {
      const [end, begin] = [indices.firstAfter(widest, day) - 1, indices.firstAfter(widest, since) - 1];
      return begin < from ? Number.NaN : (level(end) / level(begin) - 1) * 100;
    },
  };
});

function trendOf(close: number, sma50: number, sma200: number): Trend {
  if (close > sma50 && sma50 > sma200) return "uptrend";
  return close < sma50 && sma50 < sma200 ? "downtrend" : "neutral";
}

/** Sessions of the turnover and the mean volume, and those before the newest in which the pivot is. */
const [MEAN_SESSIONS, PIVOT_SESSIONS] = [50, 250];
const MIN_TURNOVER = 250_000;
/** A stock must have traded in so many days before the newest session of any. */
const FRESH_DAYS = 30;
/** Ratios that mean nothing for a bank or an insurer. */
const NOT_OF_FINANCIALS = ["fcf_margin", "net_debt_to_ebitda"] as const;
const TRENDS = { uptrend: 1, neutral: 0, downtrend: -1, "": Number.NaN } as const;

/** Every ordinary line with enough turnover, by code; cached per snapshot. */
export const universeOf = perSnapshot("strategy-universe", (view): readonly Candidate[] => {
  const { prices, securities } = marketOf(view);
  const oldest = (prices.newestDay() ?? 0) - FRESH_DAYS;
  return securities.codes.flatMap((_, number) => {
    const isTraded = prices.lastUntil(number, Infinity) !== prices.lastUntil(number, oldest);
    const isOffered = isTraded && isOrdinary(marketOf(view), number);
    const turnover = isOffered ? medianTurnover(marketOf(view), number) : Number.NaN;
    return turnover >= MIN_TURNOVER ? [candidateOf(view, number, turnover)] : [];
  });
});

/** Reported figures by code number; NaN in snapshots older than these columns. */
export const fundamentalsOf = perSnapshot("strategy-fundamentals", (view) => {
  if (view.pages.has("stock_fundamentals")) return new ColumnFrame(view.pages, "stock_fundamentals");
  return {
    numbers: (_name: string) => ({ at: (_number: number) => Number.NaN }),
    texts: (_name: string) => [],
  };
});

/** By the newest report; a line without any is ordinary if it has a company. */
function isOrdinary(market: Market, number: number): boolean {
  const row = market.newestRow(number);
  return row === undefined
    ? market.securities.all[number].isCompany
    : market.positions.typeOf(row) === "ordinary";
}

function medianTurnover({ prices }: Market, number: number): number {
  const [from, to] = prices.placesOf(number);
  if (to - from < MEAN_SESSIONS) return Number.NaN;
  const values = Array.from({ length: MEAN_SESSIONS }, (_, i) => {
    const place = to - 1 - i;
    return prices.close.at(place) * (prices.volume.at(place) || 0);
  }).sort((a, b) => a - b);
  return (values[MEAN_SESSIONS / 2 - 1] + values[MEAN_SESSIONS / 2]) / 2;
}

/** Numbers are NaN if unknown. */
export type Candidate = ReturnType<typeof candidateOf>;

function candidateOf(view: SnapshotView, number: number, turnover: number) {
  const [market, regime] = [marketOf(view), regimeOf(view)];
  const { prices, securities } = market;
  const [from, to] = prices.placesOf(number);
  const last = to - 1;
  const [day, close, adjusted] = [prices.dayAt(last), prices.close.at(last), prices.adjustedCloseAt(last)];
  const returnSince = (since: number) => {
    const before = prices.lastUntil(number, since);
    return before === undefined ? Number.NaN : (adjusted / prices.adjustedCloseAt(before) - 1) * 100;
  };
  const quarter = periodBefore(day, "3M");
  const base = baseOf(market, Math.max(from, last - PIVOT_SESSIONS), last);
  const reported = (name: string) => fundamentalsOf(view).numbers(name).at(number);
  const isFinancial = securities.all[number].sector === "Financials";
  const ratio = (name: (typeof NOT_OF_FINANCIALS)[number]) => (isFinancial ? Number.NaN : reported(name));
  const dividend = securities.frame.numbers("trailing_12m_dividend").at(number);
  const earnings = reported("eps_ttm");
  const place = screenerOf(view).placeOf(number);
  const row = market.newestRow(number);
  const screened = (name: "short_pct_change_4w" | "days_to_cover") =>
    place === undefined ? Number.NaN : screenerOf(view).known[name][place];
  return {
    number,
    day,
    close,
    isFinancial,
    pivot: base.pivot,
    marketCap: marketCapOf(market, number) || Number.NaN,
    figures: {
      turnover,
      offHigh: offHigh(market, number, last),
      volumeRatio: volumeRatio(market, from, last),
      baseDepth: base.depth,
      baseLength: base.length,
      abovePivot: (adjusted / base.pivot - 1) * 100,
      relativeStrength: returnSince(quarter) - regime.returnUntil(day, quarter),
      indexTrend: TRENDS[regime.regime],
      shortPercent: row === undefined ? Number.NaN : market.positions.percent.at(row),
      shortChange: screened("short_pct_change_4w"),
      monthReturn: returnSince(periodBefore(day, "1M")),
      daysToCover: screened("days_to_cover"),
      revenueGrowth: reported("revenue_yoy"),
      earningsGrowth: reported("eps_yoy"),
      netMargin: reported("net_margin"),
      returnOnEquity: reported("roe"),
      cashMargin: ratio("fcf_margin"),
      debtToEbitda: ratio("net_debt_to_ebitda"),
      priceToEarnings: earnings > 0 ? close / earnings : Number.NaN,
      dividendYield: (dividend / close) * 100,
      dividendCover: dividend > 0 ? earnings / dividend : Number.NaN,
    } satisfies Figures,
  };
}

/** The highest adjusted close before the newest, the percent fallen below it since, and sessions since. */
function baseOf({ prices }: Market, from: number, last: number) {
  let pivotPlace = -1;
  for (let place = from; place < last; place++) {
    if (pivotPlace < 0 || prices.adjustedCloseAt(place) > prices.adjustedCloseAt(pivotPlace))
      pivotPlace = place;
  }
  if (pivotPlace < 0) return { pivot: Number.NaN, depth: Number.NaN, length: Number.NaN };
  const pivot = prices.adjustedCloseAt(pivotPlace);
  let lowest = pivot;
  for (let place = pivotPlace; place <= last; place++) {
    lowest = Math.min(lowest, prices.adjustedCloseAt(place));
  }
  return { pivot, depth: (1 - lowest / pivot) * 100, length: last - pivotPlace };
}

function offHigh({ prices }: Market, number: number, last: number): number {
  const first = prices.firstAfter(number, periodBefore(prices.dayAt(last), "1Y"));
  const highest = largest(first, last + 1, (place) => prices.adjustedCloseAt(place));
  return (prices.adjustedCloseAt(last) / highest - 1) * 100;
}

/** The largest value in [from, to), at least 0. */
function largest(from: number, to: number, valueAt: (place: number) => number): number {
  let most = 0;
  for (let place = from; place < to; place++) most = Math.max(most, valueAt(place));
  return most;
}

function volumeRatio({ prices }: Market, from: number, last: number): number {
  if (last - from < MEAN_SESSIONS) return Number.NaN;
  let sum = 0;
  for (let place = last - MEAN_SESSIONS; place < last; place++) sum += prices.volume.at(place) || 0;
  return sum > 0 ? prices.volume.at(last) / (sum / MEAN_SESSIONS) : Number.NaN;
}

/** Ratios of a financial that are known but withheld. */
export function notMeaningful(view: SnapshotView, { number, isFinancial }: Candidate): string[] {
  if (!isFinancial) return [];
  return NOT_OF_FINANCIALS.filter((name) => !Number.isNaN(fundamentalsOf(view).numbers(name).at(number)));
}
