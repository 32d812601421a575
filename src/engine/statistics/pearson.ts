/**
 * Pearson's r of the first `count` pairs: sum(dx*dy) / sqrt(sum(dx^2) * sum(dy^2)), within -1..1. Undefined
 * for fewer than three pairs or if a side is constant. Two passes in float64: means, then deviations. A
 * constant side is found by comparing its values, since the rounding of its mean can leave a tiny variance.
 */
export function pearson(xs: ArrayLike<number>, ys: ArrayLike<number>, count: number): number | undefined {
  if (count < 3) return undefined;
  let sumX = 0;
  let sumY = 0;
  let varies = 0;
  for (let at = 0; at < count; at++) {
    sumX += xs[at];
    sumY += ys[at];
    varies |= Number(xs[at] !== xs[0]) | (Number(ys[at] !== ys[0]) << 1);
  }
  if (varies !== 3) return undefined;
  const meanX = sumX / count;
  const meanY = sumY / count;
  let sumXY = 0;
  let sumXX = 0;
  let sumYY = 0;
  for (let at = 0; at < count; at++) {
    const dx = xs[at] - meanX;
    const dy = ys[at] - meanY;
    sumXY += dx * dy;
    sumXX += dx * dx;
    sumYY += dy * dy;
  }
  return coefficient(sumXY, sumXX, sumYY);
}

/** r from the sums of products and squared deviations, clamped to -1..1; undefined if a side is constant. */
export function coefficient(sumXY: number, sumXX: number, sumYY: number): number | undefined {
  // The product of two sums can overflow or underflow a float64 where each root alone does not.
  const product = sumXX * sumYY;
  const inRange = product > 0 && product < Infinity;
  const scale = inRange ? Math.sqrt(product) : Math.sqrt(sumXX) * Math.sqrt(sumYY);
  // Deviations whose squares underflow to 0 count as constant.
  if (scale === 0) return undefined;
  return Math.min(1, Math.max(-1, sumXY / scale));
}
