import { type ColumnScope, isNull } from "../../../engine/columns/column.ts";
import { type PercentileRanks, percentileRank } from "../../../engine/statistics/percentile-ranks.ts";
import { smallestKeys } from "../../../engine/statistics/smallest-keys.ts";

/** Weight of a metric: above 0 more is better, below 0 less is better; finite, not 0. */
export interface MetricWeight {
  readonly metric: number;
  readonly weight: number;
}

/** Rows below `least` of this metric are left out of a ranking. */
export interface RankBase {
  readonly metric: number;
  readonly least: number;
}

/** Medians of residents and households: with few residents they reflect single households. */
const MEDIAN_KEYS: ReadonlySet<string> = new Set([
  "age",
  "income",
  "median_weekly_rent",
  "median_monthly_mortgage",
  "median_weekly_per_income",
]);

/** Fewest residents for rankings by medians; the same minimum as for similar suburbs. */
export const MIN_RANKED_RESIDENTS = 200;

/** Whether a ranking by these metrics has a minimum of residents. */
export function needsResidents(keys: readonly string[]): boolean {
  return keys.some((key) => MEDIAN_KEYS.has(key));
}

/** The positions that reach the minimum of the base metric. */
export function withBase(
  { columns }: Pick<ColumnScope, "columns">,
  positions: Uint32Array,
  base: RankBase | undefined,
): Uint32Array {
  if (base === undefined) return positions;
  const column = columns[base.metric];
  return positions.filter((row) => !isNull(column, row) && column.values[row] >= base.least);
}

export type RankedRow = ReturnType<typeof rankRows>[number];

/** A weight as a share of all weights, with the ranks of its metric. */
interface WeightedRanks {
  readonly metric: number;
  readonly share: number;
  readonly isDescending: boolean;
  readonly ranks: PercentileRanks;
}

/** The k best positions by weighted percentile ranks, ties by position; all have data for every metric. */
export function rankRows(
  scope: Pick<ColumnScope, "columns">,
  positions: Uint32Array,
  weights: readonly MetricWeight[],
  k: number,
  ranksOf: (metric: number) => PercentileRanks,
) {
  const weighted = shareWeights(weights, ranksOf);
  const scores = new Float64Array(positions.length);
  for (const one of weighted) addContributions(one, positions, scores);
  const best = smallestKeys(
    scores.map((score) => -score),
    scores.length,
    k,
  );
  return Array.from(best, (place) => {
    const position = positions[place];
    /** By weight, in order. */
    const contributions = weighted.map((one) => ({
      value: scope.columns[one.metric].values[position],
      normalised: percentileRank(one.ranks, position),
      contribution: contributionOf(one, position),
    }));
    return {
      position,
      /** Sum of the contributions, 0 to 1. */
      score: scores[place],
      contributions,
    };
  });
}

/** |weight| as a share of the sum. Divides by the largest first, so that the sum stays finite. */
function shareWeights(
  weights: readonly MetricWeight[],
  ranksOf: (metric: number) => PercentileRanks,
): WeightedRanks[] {
  const largest = Math.max(...weights.map(({ weight }) => Math.abs(weight)));
  const sum = weights.reduce((total, { weight }) => total + Math.abs(weight) / largest, 0);
  return weights.map(({ metric, weight }) => ({
    metric,
    share: Math.abs(weight) / largest / sum,
    isDescending: weight < 0,
    ranks: ranksOf(metric),
  }));
}

/** One metric at a time, so that the loop reads a single column. */
function addContributions(one: WeightedRanks, positions: Uint32Array, scores: Float64Array): void {
  for (let i = 0; i < positions.length; i++) scores[i] += contributionOf(one, positions[i]);
}

function contributionOf({ share, isDescending, ranks }: WeightedRanks, row: number): number {
  const p = percentileRank(ranks, row);
  return share * (isDescending ? 1 - p : p);
}
