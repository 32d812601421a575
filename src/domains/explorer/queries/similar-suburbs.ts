import type { ColumnScope } from "../../../engine/columns/column.ts";
import type { ComparedValues } from "../../../engine/statistics/compared-values.ts";
import { smallestKeys } from "../../../engine/statistics/smallest-keys.ts";

/** Where the rows of a scope are in the whole, in whose values distances are measured. */
export interface SimilarPlace {
  readonly whole: Pick<ColumnScope, "columns">;
  /** Position in the whole of the scope's first row: a scope is one run of it. */
  readonly first: number;
  /** Position in the whole of the target. */
  readonly target: number;
}

/**
 * The k positions of a scope nearest to the target, nearest first, ties by position. All of them, and the target, have
 * data for every metric, of which there is at least one.
 */
export function similarRows(
  { whole, first, target }: SimilarPlace,
  positions: Uint32Array,
  metrics: readonly number[],
  k: number,
  comparedOf: (metric: number) => ComparedValues,
) {
  const compared = metrics.map(comparedOf);
  const keys = new Float64Array(positions.length);
  for (const one of compared) addSquares(one, target, first, positions, keys);
  for (let i = 0; i < keys.length; i++) keys[i] = Math.sqrt(keys[i]);
  return Array.from(smallestKeys(keys, keys.length, k), (place) => {
    const position = positions[place];
    /** One entry a compared metric, in their order. */
    const differences = metrics.map((metric, m) => ({
      targetValue: whole.columns[metric].values[target],
      value: whole.columns[metric].values[first + position],
      scaledDifference: scaledDifference(compared[m], target, first + position),
    }));
    return {
      position,
      /** Euclidean, in standard deviations. */
      distance: keys[place],
      differences,
    };
  });
}

/** A metric at a time, so that the loop reads one column. */
function addSquares(
  one: ComparedValues,
  target: number,
  first: number,
  positions: Uint32Array,
  squares: Float64Array,
): void {
  for (let i = 0; i < positions.length; i++)
    squares[i] += scaledDifference(one, target, first + positions[i]) ** 2;
}

function scaledDifference({ values, deviation }: ComparedValues, target: number, row: number): number {
  return deviation === 0 ? 0 : (values[row] - values[target]) / deviation;
}
