/** Two-sided 95 % quantile of the normal distribution. */
const Z_95 = 1.959964;

/** The 95 % confidence interval of a Pearson coefficient of n > 3 pairs; both ends equal r when |r| is 1. */
export function fisherInterval(r: number, n: number): readonly [low: number, high: number] {
  if (Math.abs(r) === 1) return [r, r];
  const centre = Math.atanh(r);
  const reach = Z_95 / Math.sqrt(n - 3);
  return [Math.tanh(centre - reach), Math.tanh(centre + reach)];
}
