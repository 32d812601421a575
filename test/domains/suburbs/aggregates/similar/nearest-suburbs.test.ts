import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  nearestSuburbs,
  type SuburbFeatures,
} from "../../../../../src/domains/suburbs/aggregates/similar/nearest-suburbs.ts";
import { standardDeviation } from "../../../../../src/engine/statistics/compared-values.ts";

/** Marks every feature that is a number as known. */
function withKnown(suburbs: Omit<SuburbFeatures, "isKnown">): SuburbFeatures {
  const isKnown = suburbs.features.map((values) =>
    Uint8Array.from(values, (value) => Number(!Number.isNaN(value))),
  );
  return { ...suburbs, isKnown };
}

/** Sorts all distances: the definition, without a bounded list. */
function plainNearest(
  suburbs: SuburbFeatures,
  count: number,
  minCompared: number,
): { position: number; squares: number; compared: number[] }[][] {
  const deviations = suburbs.features.map((values) =>
    standardDeviation(values, (i) => suburbs.isScaled[i] === 1 && !Number.isNaN(values[i])),
  );
  return Array.from(suburbs.isCandidate, (_, target) =>
    Array.from(suburbs.isCandidate, (_, position) => {
      let squares = 0;
      suburbs.features.forEach((values, f) => {
        const term = values[target] / deviations[f] - values[position] / deviations[f];
        if (Number.isFinite(term)) squares += term * term;
      });
      const isShared = (f: number) => suburbs.isKnown[f][target] === 1 && suburbs.isKnown[f][position] === 1;
      const compared = suburbs.features.map((_, f) => f).filter(isShared);
      return { position, squares, compared };
    })
      .filter(({ compared }) => compared.length >= minCompared)
      .filter(({ position }) => position !== target && suburbs.isCandidate[position] === 1)
      .sort((a, b) => a.squares - b.squares || a.position - b.position)
      .slice(0, count),
  );
}

describe("nearestSuburbs", () => {
  it("measures in standard deviations and keeps the lower position on equal distance", () => {
    const suburbs = withKnown({
      features: [Float64Array.of(0, 2, 0, 2), Float64Array.of(10, 10, 30, 30)],
      isScaled: Uint8Array.of(1, 1, 1, 1),
      isCandidate: Uint8Array.of(1, 1, 1, 1),
    });
    // Deviations are 1 and 10, so each side of the square has length 2 and the diagonal sqrt(8).
    const { positions, distances } = nearestSuburbs(suburbs, 3, 0);
    expect([...positions]).toEqual([1, 2, 3, 0, 3, 2, 0, 3, 1, 1, 2, 0]);
    expect([...distances.subarray(0, 3)]).toEqual([2, 2, Math.sqrt(8)]);
  });

  it("drops the term of a missing value and offers candidates only", () => {
    const suburbs = withKnown({
      features: [Float64Array.of(0, 5, Number.NaN, 1)],
      isScaled: Uint8Array.of(1, 1, 1, 1),
      isCandidate: Uint8Array.of(1, 0, 1, 1),
    });
    const { positions } = nearestSuburbs(suburbs, 3, 0);
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
      // Unknown features may still have a number.
      known: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      scaled: fc.boolean(),
      candidate: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(suburb, { maxLength: 120, size: "max" }),
        fc.nat({ max: 3 }),
        (rows, minCompared) => {
          const suburbs: SuburbFeatures = {
            features: [0, 1, 2].map((f) => Float64Array.from(rows, (r) => r.cells[f])),
            isKnown: [0, 1, 2].map((f) => Uint8Array.from(rows, (r) => Number(r.known[f]))),
            isScaled: Uint8Array.from(rows, (r) => Number(r.scaled)),
            isCandidate: Uint8Array.from(rows, (r) => Number(r.candidate)),
          };
          const fast = nearestSuburbs(suburbs, 6, minCompared);
          plainNearest(suburbs, 6, minCompared).forEach((expected, target) => {
            const found = [...fast.positions.subarray(target * 6, target * 6 + 6)];
            const none = Array(6 - expected.length).fill(-1);
            expect(found).toEqual([...expected.map((e) => e.position), ...none]);
            expected.forEach((e, place) => {
              expect(fast.distances[target * 6 + place]).toBe(Math.sqrt(e.squares));
              const bits = e.compared.reduce((sum, f) => sum + 2 ** f, 0);
              expect(fast.compared[target * 6 + place]).toBe(bits);
            });
          });
        },
      ),
      { numRuns: 200 },
    );
  });
});
