import { ColumnFrame } from "../../../engine/columns/column-frame.ts";
import { type Market, marketOf } from "../../../engine/columns/market/market.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { periodBefore } from "../../market/periods.ts";
import { screenerOf } from "../../market/queries/derived-lists.ts";
import { marketCapOf } from "../queries/peers.ts";
import { type Regime, regimeOf } from "./regime.ts";
import type { Figures } from "./strategy.ts";

/** Sessions that the turnover and the mean volume are over, and those before the newest that the pivot is of. */
const [MEAN_SESSIONS, PIVOT_SESSIONS] = [50, 250];
const LEAST_TURNOVER = 250_000;
/** Days before the newest session of any stock in which one must have traded. */
const FRESH_DAYS = 30;
/** Ratios that mean nothing of a bank or an insurer. */
const NOT_OF_FINANCIALS = ["fcf_margin", "net_debt_to_ebitda"] as const;
const TRENDS = { uptrend: 1, neutral: 0, downtrend: -1, "": Number.NaN } as const;

/** A stock of the universe. Numbers are NaN where they are unknown. */
export interface Candidate {
  readonly number: number;
  readonly day: number;
  readonly close: number;
  readonly pivot: number;
  readonly marketCap: number;
  readonly isFinancial: boolean;
  readonly figures: Figures;
}

/** What companies reported, by the number of their code. */
export interface Fundamentals {
  numbers(name: string): { at(number: number): number };
  texts(name: string): readonly string[];
}

export interface Universe {
  /** By code. */
  readonly candidates: readonly Candidate[];
  readonly fundamentals: Fundamentals;
  readonly regime: Regime;
}

/** Every ordinary line that is traded enough, made once a snapshot. */
export function universeOf(view: SnapshotView): Universe {
  return view.derived("strategy-universe", () => {
    const market = marketOf(view);
    const fundamentals = fundamentalsOf(view);
    const regime = regimeOf(view);
    const oldest = (market.prices.newestDay() ?? 0) - FRESH_DAYS;
    const candidates = market.securities.codes.flatMap((_, number) => {
      const isTraded = market.prices.lastUntil(number, Infinity) !== market.prices.lastUntil(number, oldest);
      const turnover = isTraded && isOrdinary(market, number) ? medianTurnover(market, number) : Number.NaN;
      if (!(turnover >= LEAST_TURNOVER)) return [];
      return [candidateOf(view, market, number, turnover, fundamentals, regime)];
    });
    return { candidates, fundamentals, regime };
  });
}

/** A snapshot that was built before they were kept as columns knows none of them. */
function fundamentalsOf({ pages }: SnapshotView): Fundamentals {
  if (pages.has("stock_fundamentals")) return new ColumnFrame(pages, "stock_fundamentals");
  return { numbers: () => ({ at: () => Number.NaN }), texts: () => [] };
}

/** By the newest report; a line that was never reported is ordinary when a company list has it. */
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

function candidateOf(
  view: SnapshotView,
  market: Market,
  number: number,
  turnover: number,
  fundamentals: Fundamentals,
  regime: Regime,
): Candidate {
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
  const reported = (name: string) => fundamentals.numbers(name).at(number);
  const isFinancial = securities.all[number].sector === "Financials";
  const ratio = (name: (typeof NOT_OF_FINANCIALS)[number]) => (isFinancial ? Number.NaN : reported(name));
  const dividend = securities.frame.numbers("trailing_12m_dividend").at(number);
  const earnings = reported("eps_ttm");
  const place = screenerOf(view).placeOf(number);
  const row = market.newestRow(number);
  const screened = (name: "short_pct_change_4w" | "days_to_cover") =>
    place === undefined ? Number.NaN : screenerOf(view).known[name][place];
  return {
    ...{ number, day, close, isFinancial },
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
    },
  };
}

/** The highest adjusted close before the newest, how far the price fell below it since, and how long ago it was. */
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
  let highest = 0;
  const first = prices.firstAfter(number, periodBefore(prices.dayAt(last), "1Y"));
  for (let place = first; place <= last; place++) highest = Math.max(highest, prices.adjustedCloseAt(place));
  return (prices.adjustedCloseAt(last) / highest - 1) * 100;
}

function volumeRatio({ prices }: Market, from: number, last: number): number {
  if (last - from < MEAN_SESSIONS) return Number.NaN;
  let sum = 0;
  for (let place = last - MEAN_SESSIONS; place < last; place++) sum += prices.volume.at(place) || 0;
  return sum > 0 ? prices.volume.at(last) / (sum / MEAN_SESSIONS) : Number.NaN;
}

/** Ratios that are withheld of a stock although they could be computed. */
export function notMeaningful({ fundamentals }: Universe, { number, isFinancial }: Candidate): string[] {
  if (!isFinancial) return [];
  return NOT_OF_FINANCIALS.filter((name) => !Number.isNaN(fundamentals.numbers(name).at(number)));
}
