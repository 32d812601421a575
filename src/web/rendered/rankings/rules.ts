import type { FrameColumn } from "terrace/client";
import type { Metric } from "../../data/country.ts";
import { hasFigures } from "../../data/metric-groups.ts";

/** Minimum of another metric that a figure must be based on. */
interface Floor {
  readonly key: string;
  readonly least: number;
  /** Keeps suburbs for which this other metric is not published. */
  readonly allowsUnknown: boolean;
}

type Metrics = ReadonlyMap<string, Metric>;

/** Medians of fewer sales move with each of them. */
const MIN_SALES = 10;
const SALES = "sales_12m";
const OF_HOUSE_PRICES = /^(price|price_growth_\d+y|gross_yield|volatility|price_to_income)$/;

/** Ten values make no order; zoning coverage describes the data, not the land. */
const NOT_RANKED = /^(seifa_.*_decile_.*|zoning_coverage_pct)$/;

/** Units of figures that each state counts by its own rules. */
const OWN_RULES = ["percentile", "per 100,000 residents"];

/** Whether suburbs can be ranked by a metric: a quantity with data. */
export function isRankable(metric: Metric): boolean {
  return (
    hasFigures(metric) &&
    !metric.isIdentifier &&
    metric.categoryLabels.length === 0 &&
    !NOT_RANKED.test(metric.key)
  );
}

/** Whether suburbs of different states are comparable by a metric. */
export function isNational({ unit }: Pick<Metric, "unit">): boolean {
  return !OWN_RULES.includes(unit);
}

/**
 * Floors for ranking by a metric: the residents that medians need, for every metric, and sales for house
 * prices. Floors on metrics without any data are left out.
 */
function floorsOf(metric: Metric, metrics: Metrics): Floor[] {
  const base = [...metrics.values()].find(({ leastBase }) => leastBase > 0);
  const floors = [];
  if (base && metric.key !== base.baseMetricKey)
    floors.push({ key: base.baseMetricKey, least: base.leastBase, allowsUnknown: false });
  if (OF_HOUSE_PRICES.test(metric.key)) floors.push({ key: SALES, least: MIN_SALES, allowsUnknown: true });
  return floors.filter(({ key }) => hasFigures(metrics.get(key) ?? { dataCount: 0 }));
}

/** Reasons: ranked, and no figure; i + 2 means that floor i is the first one missed. */
export const RANKED = 0;
export const UNKNOWN = 1;

/** Who is ranked by a metric: its floors, and the reason why a suburb at a position is not, or RANKED. */
export function ruleOf(metric: Metric, metrics: Metrics, columnOf: (key: string) => FrameColumn | undefined) {
  const floors = floorsOf(metric, metrics);
  const own = columnOf(metric.key);
  const bases = floors.map(({ key }) => columnOf(key));
  const why = (position: number): number => {
    if (own?.at(position) === undefined) return UNKNOWN;
    const missed = floors.findIndex(
      ({ least, allowsUnknown }, i) => (bases[i]?.at(position) ?? (allowsUnknown ? least : -1)) < least,
    );
    return missed < 0 ? RANKED : missed + 2;
  };
  return { floors, why, isRanked: (position: number) => why(position) === RANKED };
}

/** Condition that selects the suburbs of a ranking, for filters and files. */
export function conditionOf({ key }: Metric, floors: readonly Floor[], councilCode = ""): string {
  const parts = floors.map((floor) =>
    floor.allowsUnknown ? `not ${floor.key} < ${floor.least}` : `${floor.key} >= ${floor.least}`,
  );
  return [`${key} is known`, ...parts, ...(councilCode === "" ? [] : [`lga_code = ${councilCode}`])].join(
    " and ",
  );
}

export function floorText({ key, least, allowsUnknown }: Floor): string {
  return key === SALES
    ? `at least ${least} sales of houses in 12 months${allowsUnknown ? ", where they are published" : ""}`
    : `at least ${least} residents`;
}

export function belowText({ key, least }: Floor): string {
  return key === SALES ? `fewer than ${least} sales of houses` : `fewer than ${least} residents`;
}
