import { describe, expect, it } from "vitest";
import { correlateLags, type LagPlan } from "../../../src/engine/statistics/lag-correlations.ts";
import { seriesMatrix } from "../../../src/engine/statistics/series-matrix.ts";

const MONTH = 2020 * 12;

function matrixOf(...series: readonly (readonly number[])[]) {
  const rows = series.flatMap((values, number) => values.map((value, i) => [number, MONTH + i, value]));
  const [seriesNumbers, months, values] = [0, 1, 2].map((column) => rows.map((row) => row[column]));
  return seriesMatrix(
    { seriesNumbers, months, values },
    series.map(() => "monthly"),
  );
}

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
const wave = (length: number, shift: number) =>
  Array.from({ length }, (_, i) => Math.sin((i - shift) ** 1.3 / 3) * 10 + ((i - shift) % 5));
const cycle = (pattern: readonly number[], length: number) =>
  Array.from({ length }, (_, i) => pattern[i % pattern.length]);

describe("correlateLags", () => {
  it("finds that the base leads when the overlay repeats it two months later", () => {
    const base = wave(40, 0);
    const overlay = [0, 0, ...base.slice(0, 38)];
    const { rows } = correlateLags(matrixOf(base, overlay), plan());
    expect(rows[0]).toMatchObject({ bestLagMonths: 2, n: 24, r: 1 });
    expect(rows[0].lags.map((lag) => lag.lagMonths)).toEqual([-3, -2, -1, 0, 1, 2, 3]);
  });

  it("finds a negative lag when the overlay leads", () => {
    const base = wave(40, 0);
    const { rows } = correlateLags(matrixOf(base, base.slice(1)), plan());
    expect(rows[0]).toMatchObject({ bestLagMonths: -1, r: 1 });
  });

  it("prefers the lag nearest 0 among equals", () => {
    const flips = cycle([1, -1], 40);
    const { rows } = correlateLags(matrixOf(flips, flips), plan());
    expect(rows[0]).toMatchObject({ bestLagMonths: 0, r: 1 });
    const late = correlateLags(matrixOf(flips, flips), plan({ minLagMonths: 1 }));
    expect(late.rows[0]).toMatchObject({ bestLagMonths: 1, r: -1 });
  });

  it("prefers the lower of two lags equally near 0", () => {
    const { rows } = correlateLags(
      matrixOf(cycle([0, 1, 0, -1], 40), cycle([1, 0, -1, 0], 40)),
      plan({ minLagMonths: -1, maxLagMonths: 1 }),
    );
    expect(rows[0].lags.map((lag) => lag.r)).toEqual([1, 0, -1]);
    expect(rows[0]).toMatchObject({ bestLagMonths: -1, r: 1 });
  });

  it("dates a pair by the base's month at the best lag", () => {
    const base = wave(40, 0);
    const overlay = [0, 0, ...base.slice(0, 38)];
    const { rows } = correlateLags(matrixOf(base, overlay), plan());
    // The overlay ends in month 39, so the newest base month at lag 2 is month 37: February 2023.
    expect(rows[0].lastPeriod).toBe(Date.UTC(2023, 1, 1) / 86_400_000);
  });

  it("counts the pairs before the limit and leaves out self pairs and undefined ones", () => {
    const matrix = matrixOf(wave(40, 0), wave(40, 1), wave(40, 2), cycle([5], 40), wave(10, 0));
    const { rows, totalCount } = correlateLags(
      matrix,
      plan({ bases: [0, 1], overlays: [0, 1, 2, 3, 4], limit: 3 }),
    );
    expect(totalCount).toBe(4);
    expect(rows).toHaveLength(3);
    expect(rows.every((row) => row.base !== row.overlay)).toBe(true);
  });

  it("reads neither before the first nor past the last month of a series", () => {
    const base = wave(14, 0);
    const { rows } = correlateLags(matrixOf(base, base), plan({ minLagMonths: -12, maxLagMonths: 12 }));
    expect(rows[0].lags.map((lag) => lag.n)).toEqual(
      Array.from({ length: 25 }, (_, i) => 14 - Math.abs(i - 12)),
    );
  });

  it("gives nothing for an empty matrix", () => {
    const empty = seriesMatrix({ seriesNumbers: [], months: [], values: [] }, ["monthly", "monthly"]);
    expect(correlateLags(empty, plan())).toEqual({ rows: [], totalCount: 0 });
  });
});
