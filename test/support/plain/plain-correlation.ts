import { mean, sum } from "./plain-steps.ts";

/** An observation: `YYYY-MM-DD` and a value. */
export type DatedValue = readonly [period: string, value: number];

/**
 * Values by `YYYY-MM`, implemented from the proto comments, with nothing shared with the engine: maps with
 * string keys, one rule per step. Observations may be in any order.
 */
export function plainMonths(observations: readonly DatedValue[], frequency: string): Map<string, number> {
  const byMonth = new Map<string, number>();
  for (const [period, value] of observations.toSorted((a, b) => (a[0] < b[0] ? -1 : 1))) {
    byMonth.set(period.slice(0, 7), value);
  }
  if (frequency !== "quarterly") return byMonth;
  const carried = new Map<string, number>();
  for (const [month, value] of byMonth) {
    // In month order, so that a later observation of the same quarter overwrites a value carried over it.
    for (const later of restOfQuarter(month)) carried.set(later, value);
  }
  return carried;
}

function restOfQuarter(month: string): string[] {
  const left = 2 - ((Number(month.slice(5)) - 1) % 3);
  return Array.from({ length: left + 1 }, (_, i) => laterMonth(month, i));
}

export function laterMonth(month: string, count: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}`;
}

export interface PlainCorrelation {
  readonly r: number | undefined;
  readonly n: number;
  /** `YYYY-MM-01` of the newest pair's base month. */
  readonly lastPeriod: string | undefined;
}

/** Correlation of the newest pairs (overlay `lag` months after the base); r undefined below 12 pairs. */
export function plainCorrelation(
  base: ReadonlyMap<string, number>,
  overlay: ReadonlyMap<string, number>,
  windowMonths: number,
  lag = 0,
): PlainCorrelation {
  const months = [...base.keys()].filter((month) => overlay.has(laterMonth(month, lag))).sort();
  const used = months.slice(-windowMonths);
  const xs = used.map((month) => base.get(month)!);
  const ys = used.map((month) => overlay.get(laterMonth(month, lag))!);
  const lastPeriod = used.length === 0 ? undefined : `${used.at(-1)}-01`;
  return { r: used.length < 12 ? undefined : plainPearson(xs, ys), n: used.length, lastPeriod };
}

/** Pearson's r by its definition; undefined if a side is constant. */
export function plainPearson(xs: readonly number[], ys: readonly number[]): number | undefined {
  if (new Set(xs).size < 2 || new Set(ys).size < 2) return undefined;
  const [dx, dy] = [xs, ys].map((values) => values.map((value) => value - mean(values)));
  const products = (a: readonly number[], b: readonly number[]) => sum(a.map((one, i) => one * b[i]));
  const r = products(dx, dy) / Math.sqrt(products(dx, dx) * products(dy, dy));
  return Math.max(-1, Math.min(1, r));
}
