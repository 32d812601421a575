/** Fewest figures for which statistics are published. */
export const FLOOR = 3;

/** All null for fewer than FLOOR figures. */
export interface Statistics {
  readonly mean: number | null;
  readonly median: number | null;
  readonly max: number | null;
}

/** Statistics of the marked figures; `sorted` has all figures ascending, `count` of them are marked. */
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

/** Sum of the first `count` numbers. They ascend, so rounding does not depend on their original order. */
export function sumOf(sorted: Float64Array, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += sorted[i];
  return sum;
}

/** Longer runs use the built-in sort. */
const SHORT_RUN = 40;

/** Sorts the first `count` numbers in place, ascending. */
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

/** Continuous quantile of the first `count` ascending numbers; interpolates like DuckDB, to the last bit. */
export function quantileOf(sorted: Float64Array, count: number, q: number): number {
  const rank = q * (count - 1);
  const below = Math.floor(rank);
  const share = rank - below;
  return share === 0 ? sorted[below] : sorted[below] * (1 - share) + sorted[below + 1] * share;
}
