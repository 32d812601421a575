/** Statistics are shown from this many figures on. */
export const FLOOR = 3;

/** What is returned of some figures; null where there are too few. */
export interface Statistics {
  readonly mean: number | null;
  readonly median: number | null;
  readonly max: number | null;
}

/** Statistics of the figures that are marked, among all in ascending order; `count` are marked. */
export function markedStatistics(sorted: Float64Array, marked: Uint8Array, count: number): Statistics {
  if (count < FLOOR) return { mean: null, median: null, max: null };
  const chosen = new Float64Array(count);
  let taken = 0;
  for (let i = 0; taken < count; i++) {
    chosen[taken] = sorted[i];
    taken += marked[i];
  }
  return {
    mean: sumOf(chosen, count) / count,
    median: quantileOf(chosen, count, 0.5),
    max: chosen[count - 1],
  };
}

/** The sum of the first numbers, which ascend: added in that order it is the same to the last bit, however they came. */
export function sumOf(sorted: Float64Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += sorted[i];
  return sum;
}

/** Longer runs are sorted by the library. */
const SHORT_RUN = 40;

/** The first numbers in ascending order, in place. */
export function sortRun(numbers: Float64Array, count: number): void {
  if (count > SHORT_RUN) {
    numbers.subarray(0, count).sort();
    return;
  }
  for (let i = 1; i < count; i++) {
    const moved = numbers[i];
    let at = i;
    for (; at > 0 && numbers[at - 1] > moved; at--) numbers[at] = numbers[at - 1];
    numbers[at] = moved;
  }
}

/**
 * The continuous quantile of the first numbers, which ascend. Neighbours are weighted the way DuckDB does it, so that a
 * figure of a set is that of a table to the last bit.
 */
export function quantileOf(sorted: Float64Array, count: number, q: number): number {
  const rank = q * (count - 1);
  const below = Math.floor(rank);
  const share = rank - below;
  return share === 0 ? sorted[below] : sorted[below] * (1 - share) + sorted[below + 1] * share;
}
