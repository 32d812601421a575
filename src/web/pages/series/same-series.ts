import type { SeriesFacts } from "../../parts/series-names.ts";

/** Words of a metric that say how it is written down, not what is measured. */
const FORM =
  /_?(index|change|annual|year|ended|quarterly|monthly|month_end|announced|yoy|original|total|seasadj|trend)(?=_|$)/g;

/** Whether two series are one thing in two forms: an index and its change, original and seasonally adjusted. */
export function isSameSeries(a: SeriesFacts, b: SeriesFacts): boolean {
  const stem = ({ topic, metric, product, regionName }: SeriesFacts) =>
    [topic, metric.replaceAll(FORM, "").replace(/^_/, ""), product, regionName].join(" ");
  return stem(a) === stem(b);
}

interface Pair {
  readonly r: number;
  readonly n: number;
  readonly bestLagMonths: number;
}

/** Months that two series must have in common before a likeness says anything. */
export const LEAST_MONTHS = 36;
/** What agrees more than this in the same month is one thing under two names. */
const ONE_THING = 0.99;

/** Why a pair is left out; undefined where it is not. */
export function whyLeftOut(
  pair: Pair,
  base: SeriesFacts,
  other: SeriesFacts | undefined,
): "same" | "short" | undefined {
  if (pair.n < LEAST_MONTHS) return "short";
  if (other !== undefined && isSameSeries(base, other)) return "same";
  return Math.abs(pair.r) >= ONE_THING && pair.bestLagMonths === 0 ? "same" : undefined;
}
