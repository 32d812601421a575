import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PairCorrelation } from "../../../src/engine/statistics/pair-correlation.ts";
import { matrixOfSeries, monthly } from "../../support/data/series-of.ts";

const MONTH = 2000 * 12;
const series = fc.record({
  start: fc.integer({ min: 0, max: 30 }),
  values: fc.array(
    fc.oneof(
      { weight: 60, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
      { weight: 1, arbitrary: fc.constant(Number.NaN) },
    ),
    { maxLength: 150, size: "max" },
  ),
});
const flat = fc.record({
  start: fc.integer({ min: 0, max: 30 }),
  values: fc.array(fc.constant(0.1), { minLength: 30, maxLength: 60, size: "max" }),
});

describe("PairCorrelation", () => {
  it("gives the same bits whether windows are kept or pairs are gathered", () => {
    const lag = fc.integer({ min: -12, max: 12 });
    const oneSeries = fc.oneof({ weight: 6, arbitrary: series }, { weight: 1, arbitrary: flat });
    let dense = 0;
    fc.assert(
      fc.property(
        fc.array(oneSeries, { minLength: 2, maxLength: 4 }),
        fc.integer({ min: 12, max: 120 }),
        fc.array(lag, { minLength: 1, maxLength: 25 }),
        (all, windowMonths, lags) => {
          const matrix = matrixOfSeries(all.map(({ start, values }) => monthly(MONTH + start, values)));
          const kept = new PairCorrelation(matrix, windowMonths);
          const gathered = new PairCorrelation(matrix, windowMonths);
          for (const lagMonths of lags) {
            for (let overlay = 1; overlay < all.length; overlay++) {
              kept.correlate(0, overlay, lagMonths);
              gathered.gather(0, overlay, lagMonths);
              const { r, n, lastMonth } = gathered;
              expect(kept).toMatchObject({ r, n, lastMonth });
              if (kept.n === windowMonths && kept.r !== undefined) dense++;
            }
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(dense).toBeGreaterThan(100);
  });
});
