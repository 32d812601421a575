import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  correlateLags,
  type LagAnswer,
  type LagPlan,
} from "../../../src/engine/statistics/lag-correlations.ts";
import { PairCorrelation } from "../../../src/engine/statistics/pair-correlation.ts";
import { firstDayOfMonth } from "../../../src/engine/statistics/series-alignment.ts";
import type { SeriesMatrix } from "../../../src/engine/statistics/series-matrix.ts";
import { matrixOfSeries, monthly } from "../../support/data/series-of.ts";
import { seededRandom } from "../../support/run/seeded-random.ts";

const MONTH = 2020 * 12;

const matrixOf = (...series: readonly (readonly number[])[]) =>
  matrixOfSeries(series.map((values) => monthly(MONTH, values)));

const plan = (changes: Partial<LagPlan> = {}): LagPlan => ({
  bases: [0],
  overlays: [1],
  minLagMonths: -3,
  maxLagMonths: 3,
  windowMonths: 24,
  minAbsR: 0,
  limit: 10,
  ...changes,
});
const wave = (length: number) => Array.from({ length }, (_, i) => Math.sin(i ** 1.3 / 3) * 10 + (i % 5));
const cycle = (pattern: readonly number[]) =>
  Array.from({ length: 40 }, (_, i) => pattern[i % pattern.length]);

describe("correlateLags", () => {
  it("finds that the base leads when the overlay repeats it two months later", () => {
    const base = wave(40);
    const overlay = [0, 0, ...base.slice(0, 38)];
    const { rows } = correlateLags(matrixOf(base, overlay), plan());
    expect(rows[0]).toMatchObject({ bestLagMonths: 2, n: 24, r: 1 });
    expect(rows[0].lags.map((lag) => lag.lagMonths)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  });

  it("prefers the lower of two lags equally near 0", () => {
    const { rows } = correlateLags(
      matrixOf(cycle([0, 1, 0, -1]), cycle([1, 0, -1, 0])),
      plan({ minLagMonths: -1, maxLagMonths: 1 }),
    );
    expect(rows[0].lags.map((lag) => lag.r)).toEqual([1, 0, -1]);
    expect(rows[0]).toMatchObject({ bestLagMonths: -1, r: 1 });
  });

  it("gives nothing for an empty matrix", () => {
    expect(correlateLags(matrixOf([], []), plan())).toEqual({ rows: [], totalCount: 0 });
  });
});

/** The result of a plan by brute force: gathers every pair at every lag and sorts all rows. */
function plainAnswer(matrix: SeriesMatrix, asked: LagPlan): LagAnswer {
  const pair = new PairCorrelation(matrix, asked.windowMonths);
  const at = (base: number, overlay: number, lagMonths: number) => {
    pair.gather(base, overlay, lagMonths);
    return { lagMonths, r: pair.r, n: pair.n, lastMonth: pair.lastMonth };
  };
  const rows = asked.bases.flatMap((base) =>
    asked.overlays.flatMap((overlay) => {
      const count = asked.maxLagMonths - asked.minLagMonths + 1;
      const found = Array.from({ length: count }, (_, i) => at(base, overlay, asked.minLagMonths + i));
      const [best] = found
        .filter(({ r }) => r !== undefined)
        .sort((a, b) => Math.abs(b.r!) - Math.abs(a.r!) || Math.abs(a.lagMonths) - Math.abs(b.lagMonths));
      if (base === overlay || best === undefined || Math.abs(best.r!) < asked.minAbsR) return [];
      const lags = found.map(({ lagMonths, r, n }) => ({ lagMonths, r, n }));
      const lastPeriod = firstDayOfMonth(matrix.firstMonth + best.lastMonth);
      return [{ base, overlay, r: best.r!, n: best.n, bestLagMonths: best.lagMonths, lastPeriod, lags }];
    }),
  );
  rows.sort((a, b) => Math.abs(b.r) - Math.abs(a.r) || a.base - b.base || a.overlay - b.overlay);
  return { rows: rows.slice(0, asked.limit), totalCount: rows.length };
}

/** Random series with gaps, late ends, few values or no variance, some of them equal to others. */
function drawnMatrix(seed: number): SeriesMatrix {
  const random = seededRandom(seed);
  const months = 10 + Math.floor(random() * 50);
  const gaps = random() < 0.4 ? 0 : random() * 0.4;
  const steps = random() < 0.3;
  const series: number[][] = Array.from({ length: 2 + Math.floor(random() * 20) }, () => {
    let level = 100;
    const isFlat = random() < 0.1;
    const end = gaps > 0 ? months - Math.floor(random() * 5) : months;
    return Array.from({ length: end }, () => {
      level += random() - 0.5;
      if (random() < gaps) return Number.NaN;
      return isFlat ? 7 : steps ? Math.round(level) : level;
    });
  });
  for (let i = 1; i < series.length; i++) if (random() < 0.2) series[i] = series[i - 1].slice();
  return matrixOf(...series);
}

describe("correlateLags next to a plain search", () => {
  it("gives the same rows in the same order, r to the last bit", () => {
    const counted = { cases: 0, rows: 0, ties: 0 };
    fc.assert(
      fc.property(
        fc.nat(),
        fc.integer({ min: -4, max: 4 }),
        fc.constantFrom(0, 0, 1, 5),
        fc.integer({ min: 8, max: 40 }),
        fc.constantFrom(0, 0, 0.3, 0.9),
        fc.constantFrom(0, 1, 7, 1000),
        (seed, minLagMonths, moreLags, windowMonths, minAbsR, limit) => {
          const matrix = drawnMatrix(seed);
          const all = Array.from({ length: matrix.seriesCount }, (_, i) => i);
          const asked: LagPlan = {
            bases: all.filter((i) => i % 3 === seed % 3).toReversed(),
            overlays: seed % 2 === 0 ? all : all.toReversed(),
            minLagMonths,
            maxLagMonths: minLagMonths + moreLags,
            // Several lags require windows of a year or more.
            windowMonths: moreLags === 0 ? windowMonths : Math.max(12, windowMonths),
            minAbsR,
            limit,
          };
          const answer = correlateLags(matrix, asked);
          expect(answer).toEqual(plainAnswer(matrix, asked));
          counted.cases++;
          counted.rows += answer.rows.length;
          counted.ties += answer.rows.filter(
            ({ r }, i) => i > 0 && Math.abs(r) === Math.abs(answer.rows[i - 1].r),
          ).length;
        },
      ),
      { numRuns: 500 },
    );
    console.log(
      `correlateLags = plain search: ${counted.cases} cases, ${counted.rows} rows, ${counted.ties} ties`,
    );
    expect(counted.ties).toBeGreaterThan(100);
  });
});
