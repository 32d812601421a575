import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  nearestSuburbs,
  type SuburbFeatures,
  standardDeviation,
} from "../../../../../src/domains/suburbs/aggregates/similar/nearest-suburbs.ts";

/** All distances, sorted: the definition without the running list. */
function plainNearest(suburbs: SuburbFeatures, count: number): { position: number; squares: number }[][] {
  const deviations = suburbs.features.map((values) => standardDeviation(values, suburbs.isScaled));
  return Array.from(suburbs.isCandidate, (_, target) =>
    Array.from(suburbs.isCandidate, (_, position) => {
      let squares = 0;
      suburbs.features.forEach((values, f) => {
        const term = values[target] / deviations[f] - values[position] / deviations[f];
        if (Number.isFinite(term)) squares += term * term;
      });
      return { position, squares };
    })
      .filter(({ position }) => position !== target && suburbs.isCandidate[position] === 1)
      .sort((a, b) => a.squares - b.squares || a.position - b.position)
      .slice(0, count),
  );
}

describe("nearestSuburbs", () => {
  it("measures in standard deviations and keeps the lower position on equal distance", () => {
    const suburbs: SuburbFeatures = {
      features: [Float64Array.of(0, 2, 0, 2), Float64Array.of(10, 10, 30, 30)],
      isScaled: Uint8Array.of(1, 1, 1, 1),
      isCandidate: Uint8Array.of(1, 1, 1, 1),
    };
    // Deviations are 1 and 10, so each side of the square is 2 long and its diagonal the root of 8.
    const { positions, distances } = nearestSuburbs(suburbs, 3);
    expect([...positions]).toEqual([1, 2, 3, 0, 3, 2, 0, 3, 1, 1, 2, 0]);
    expect([...distances.subarray(0, 3)]).toEqual([2, 2, Math.sqrt(8)]);
  });

  it("drops the term of a missing value and offers candidates only", () => {
    const suburbs: SuburbFeatures = {
      features: [Float64Array.of(0, 5, Number.NaN, 1)],
      isScaled: Uint8Array.of(1, 1, 1, 1),
      isCandidate: Uint8Array.of(1, 0, 1, 1),
    };
    const { positions } = nearestSuburbs(suburbs, 3);
    expect([...positions.subarray(0, 3)]).toEqual([2, 3, -1]);
    expect([...positions.subarray(3, 6)]).toEqual([2, 3, 0]);
  });

  it("agrees with sorting all distances", () => {
    // Small integers give many ties.
    const cell = fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -4, max: 4 }) },
      { weight: 1, arbitrary: fc.constant(Number.NaN) },
    );
    const suburb = fc.record({
      cells: fc.array(cell, { minLength: 3, maxLength: 3 }),
      scaled: fc.boolean(),
      candidate: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(suburb, { maxLength: 120, size: "max" }), (rows) => {
        const suburbs: SuburbFeatures = {
          features: [0, 1, 2].map((f) => Float64Array.from(rows, (r) => r.cells[f])),
          isScaled: Uint8Array.from(rows, (r) => Number(r.scaled)),
          isCandidate: Uint8Array.from(rows, (r) => Number(r.candidate)),
        };
        const fast = nearestSuburbs(suburbs, 6);
        plainNearest(suburbs, 6).forEach((expected, target) => {
          const found = [...fast.positions.subarray(target * 6, target * 6 + 6)];
          const none = Array(6 - expected.length).fill(-1);
          expect(found).toEqual([...expected.map((e) => e.position), ...none]);
          expected.forEach((e, place) => {
            expect(fast.distances[target * 6 + place]).toBe(Math.sqrt(e.squares));
          });
        });
      }),
      { numRuns: 200 },
    );
  });
});
