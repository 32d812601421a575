import { NULL_CODE } from "./predicate-list.ts";

/**
 * Fills `codes` with the rank of each row's value among the distinct values, and `distinct` with those values, ascending;
 * returns how many there are. `order` is from `sortRows`. Rows that are not in it, nulls and NaN, get `NULL_CODE`.
 *
 * A column of more than `MAX_RANKED_ROWS` rows has no codes and is filtered as floats.
 */
export function buildRankCodes(
  values: Float32Array,
  order: Uint16Array,
  rankedCount: number,
  n: number,
  codes: Uint16Array,
  distinct: Float32Array,
): number {
  for (let row = 0; row < n; row++) codes[row] = NULL_CODE;
  let count = 0;
  for (let rank = 0; rank < rankedCount; rank++) {
    const row = order[rank];
    const value = values[row];
    if (count === 0 || value !== distinct[count - 1]) distinct[count++] = value;
    codes[row] = count - 1;
  }
  return count;
}

/** The first code whose value is >= lo, where a range from lo begins. Lo is rounded to float32. */
export function firstCode(distinct: Float32Array, count: number, lo: number): number {
  const low = Math.fround(lo);
  let first = 0;
  let end = count;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (distinct[middle] >= low) end = middle;
    else first = middle + 1;
  }
  return first;
}

/** The first code whose value is > hi, where a range up to hi ends. NaN ends every range before it begins. */
export function endCode(distinct: Float32Array, count: number, hi: number): number {
  const high = Math.fround(hi);
  let first = 0;
  let end = count;
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (distinct[middle] <= high) first = middle + 1;
    else end = middle;
  }
  return first;
}
