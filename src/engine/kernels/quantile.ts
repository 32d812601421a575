/**
 * The continuous percentile `q` (0..1) of the first `count` values, which are sorted ascending: at rank
 * q * (count - 1), in a straight line between the two neighbours. The median of an even count is the mean of the
 * middle two. Undefined when there is no value.
 */
export function quantile(sorted: ArrayLike<number>, count: number, q: number): number | undefined {
  if (count === 0) return undefined;
  const rank = q * (count - 1);
  const below = Math.floor(rank);
  const share = rank - below;
  const lower = sorted[below];
  if (share === 0) return lower;
  const upper = sorted[below + 1];
  // Equal neighbours need no arithmetic, and for infinite ones there is none: Infinity - Infinity is NaN.
  if (lower === upper) return lower;
  return share === 0.5 ? (lower + upper) / 2 : lower + (upper - lower) * share;
}
