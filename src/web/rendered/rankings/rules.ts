import type { FrameColumn } from "terrace/client";
import type { Metric } from "../../data/country.ts";
import { hasFigures } from "../../data/metric-groups.ts";

/** So much of another metric must be behind a figure. */
export interface Floor {
  readonly key: string;
  readonly least: number;
  /** True where suburbs stay in the ranking whose count nobody published. */
  readonly allowsUnknown: boolean;
}

type Metrics = ReadonlyMap<string, Metric>;

/** Medians of fewer sales move with each of them. */
const LEAST_SALES = 10;
const SALES = "sales_12m";
const OF_HOUSE_PRICES = /^(price|price_growth_\d+y|gross_yield|volatility|price_to_income)$/;

/** Ten values order nothing, and how much of the land is known is not about the land. */
const NOT_RANKED = /^(seifa_.*_decile_.*|zoning_coverage_pct)$/;

/** Figures that each state counts by rules of its own. */
const OWN_RULES = ["percentile", "per 100,000 residents"];

/** Whether suburbs can be ordered by a metric: it is a quantity, and known of some. */
export function isRankable(metric: Metric): boolean {
  return (
    hasFigures(metric) &&
    !metric.isIdentifier &&
    metric.categoryLabels.length === 0 &&
    !NOT_RANKED.test(metric.key)
  );
}

/** Whether suburbs of different states can be ordered by a metric. */
export function isNational({ unit }: Pick<Metric, "unit">): boolean {
  return !OWN_RULES.includes(unit);
}

/**
 * What must be behind a figure for its suburb to be ranked: the residents that medians need, whatever the metric, and of
 * prices of houses the sales. A count of which the data has nothing is not asked for.
 */
export function floorsOf(metric: Metric, metrics: Metrics): Floor[] {
  const base = [...metrics.values()].find(({ leastBase }) => leastBase > 0);
  const floors = [];
  if (base && metric.key !== base.baseMetricKey)
    floors.push({ key: base.baseMetricKey, least: base.leastBase, allowsUnknown: false });
  if (OF_HOUSE_PRICES.test(metric.key)) floors.push({ key: SALES, least: LEAST_SALES, allowsUnknown: true });
  return floors.filter(({ key }) => hasFigures(metrics.get(key) ?? { dataCount: 0 }));
}

/** That a suburb is ranked, and that it has no figure; i + 2 is that it misses floor i, and none before it. */
export const RANKED = 0;
export const UNKNOWN = 1;

/** For each suburb whether it is ranked by a metric, or why not. */
export function whyLeftOut(
  metric: Metric,
  floors: readonly Floor[],
  columnOf: (key: string) => FrameColumn | undefined,
): (position: number) => number {
  const own = columnOf(metric.key);
  const bases = floors.map(({ key }) => columnOf(key));
  return (position) => {
    if (own?.at(position) === undefined) return UNKNOWN;
    const missed = floors.findIndex(
      ({ least, allowsUnknown }, i) => (bases[i]?.at(position) ?? (allowsUnknown ? least : -1)) < least,
    );
    return missed < 0 ? RANKED : missed + 2;
  };
}

/** The condition of a ranking, as filters and files take it. */
export function conditionOf({ key }: Metric, floors: readonly Floor[], councilCode = ""): string {
  const parts = floors.map((floor) =>
    floor.allowsUnknown ? `not ${floor.key} < ${floor.least}` : `${floor.key} >= ${floor.least}`,
  );
  return [`${key} is known`, ...parts, ...(councilCode === "" ? [] : [`lga_code = ${councilCode}`])].join(
    " and ",
  );
}

/** In words, what a floor asks for. */
export function floorText({ key, least, allowsUnknown }: Floor): string {
  return key === SALES
    ? `at least ${least} sales of houses in 12 months${allowsUnknown ? ", where they are published" : ""}`
    : `at least ${least} residents`;
}

/** In words, why a suburb does not meet a floor. */
export function belowText({ key, least }: Floor): string {
  return key === SALES ? `fewer than ${least} sales of houses` : `fewer than ${least} residents`;
}
