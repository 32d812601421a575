import { expect } from "vitest";
import { mean, sum } from "./plain-steps.ts";

/** An item's figure for a key; undefined for null. */
type FigureOf<T, K> = (item: T, key: K) => number | undefined;

const knownOf = <T, K>(all: readonly T[], key: K, figureOf: FigureOf<T, K>) =>
  all.flatMap((one) => figureOf(one, key) ?? []);

/** Scores of items with every figure by percentile ranks: compares each with all, equal ones count half. */
export function plainScores<T, K>(
  all: readonly T[],
  complete: readonly T[],
  weights: readonly { readonly key: K; readonly weight: number }[],
  figureOf: FigureOf<T, K>,
) {
  const total = sum(weights.map(({ weight }) => Math.abs(weight)));
  const known = weights.map(({ key }) => knownOf(all, key, figureOf));
  return new Map(
    complete.map((item) => {
      const parts = weights.map(({ key, weight }, w) => {
        const value = figureOf(item, key)!;
        const lower = known[w].filter((one) => one < value).length;
        const same = known[w].filter((one) => one === value).length;
        const rank = (lower + same / 2) / known[w].length;
        return [value, rank, (Math.abs(weight) * (weight > 0 ? rank : 1 - rank)) / total] as const;
      });
      return [item, { parts, score: sum(parts.map(([, , part]) => part)) }] as const;
    }),
  );
}

/** Each item's difference from a target in standard deviations of all items, and its distance. */
export function plainDistances<T, K>(
  all: readonly T[],
  complete: readonly T[],
  target: T,
  keys: readonly K[],
  figureOf: FigureOf<T, K>,
) {
  const deviations = keys.map((key) => {
    const known = knownOf(all, key, figureOf);
    const middle = mean(known);
    return Math.sqrt(mean(known.map((value) => (value - middle) ** 2)));
  });
  return new Map(
    complete.map((item) => {
      const steps = keys.map((key, k) =>
        deviations[k] < 1e-12 ? 0 : (figureOf(item, key)! - figureOf(target, key)!) / deviations[k],
      );
      return [item, { steps, distance: Math.hypot(...steps) }] as const;
    }),
  );
}

/** Expects the `k` items with the least figure in order, ties in list order, and no smaller one omitted. */
export function expectLeast<T>(
  given: readonly (readonly [item: T, figure: number])[],
  plain: ReadonlyMap<T, number>,
  k: number,
  slack: number,
): void {
  expect(given.length).toBe(Math.min(k, plain.size));
  const places = new Map([...plain.keys()].map((item, place) => [item, place]));
  const most = given.at(-1)?.[1] ?? Number.POSITIVE_INFINITY;
  const listed = new Set(given.map(([item]) => item));
  for (const [item, figure] of plain)
    if (!listed.has(item)) expect(figure).toBeGreaterThanOrEqual(most - slack);
  for (const [i, [item, figure]] of given.entries()) {
    expect(Math.abs(figure - plain.get(item)!)).toBeLessThanOrEqual(slack);
    const [before, last] = given[i - 1] ?? [item, Number.NEGATIVE_INFINITY];
    expect(last < figure || (last === figure && places.get(before)! < places.get(item)!)).toBe(true);
  }
}
