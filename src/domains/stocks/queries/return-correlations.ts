import type { Prices } from "../../../engine/columns/market/prices.ts";
import { pearson } from "../../../engine/statistics/pearson.ts";
import { type Period, periodBefore } from "../../market/periods.ts";

/** Fewest common days for which coefficients are given. */
const LEAST_DAYS = 20;

/**
 * Correlates the daily returns of securities, all of which have sessions, over the days on which each has one: coefficients
 * by the places of two securities, undefined where a pair has none.
 */
export function returnCorrelations(prices: Prices, codes: readonly number[], period: Period) {
  const newest = Math.max(...codes.map((code) => prices.dayAt(prices.placesOf(code)[1] - 1)));
  const returns = codes.map((code) => returnsAfter(prices, code, periodBefore(newest, period)));
  const [first, ...others] = returns.toSorted((a, b) => a.size - b.size);
  const days = [...first.keys()].filter((day) => others.every((other) => other.has(day)));
  const rows = returns.map((one) => Float64Array.from(days, (day) => one.get(day) as number));
  return {
    between: (a: number, b: number) => {
      if (days.length < LEAST_DAYS) return undefined;
      return a === b ? 1 : pearson(rows[a], rows[b], days.length);
    },
    days: days.length,
  };
}

/** The returns of a security by day, for the sessions after a day that have one before them. */
function returnsAfter(prices: Prices, code: number, day: number): ReadonlyMap<number, number> {
  const [from, to] = prices.placesOf(code);
  const returns = new Map<number, number>();
  for (let place = Math.max(from + 1, prices.firstAfter(code, day)); place < to; place++) {
    returns.set(prices.dayAt(place), prices.adjustedCloseAt(place) / prices.adjustedCloseAt(place - 1) - 1);
  }
  return returns;
}
