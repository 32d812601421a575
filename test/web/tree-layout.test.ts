import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { treeLayout } from "../../src/web/pages/stocks/tree-layout.ts";

const AREA = { x: 10, y: 20, width: 300, height: 200 };

describe("treeLayout", () => {
  it("gives every weight its share of the area, inside it and without overlaps", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { maxLength: 40 }), (weights) => {
        const ordered = weights.toSorted((a, b) => b - a);
        const total = ordered.reduce((sum, weight) => sum + weight, 0);
        const pieces = treeLayout(ordered, AREA);
        expect(pieces).toHaveLength(ordered.length);
        pieces.forEach((piece, i) => {
          const size = (ordered[i] / total) * AREA.width * AREA.height;
          expect(piece.width * piece.height).toBeCloseTo(size, 3);
          expect(piece.x).toBeGreaterThanOrEqual(AREA.x - 1e-6);
          expect(piece.y).toBeGreaterThanOrEqual(AREA.y - 1e-6);
          expect(piece.x + piece.width).toBeLessThanOrEqual(AREA.x + AREA.width + 1e-6);
          expect(piece.y + piece.height).toBeLessThanOrEqual(AREA.y + AREA.height + 1e-6);
          for (const other of pieces.slice(0, i)) {
            const overlap =
              Math.max(
                0,
                Math.min(piece.x + piece.width, other.x + other.width) - Math.max(piece.x, other.x),
              ) *
              Math.max(
                0,
                Math.min(piece.y + piece.height, other.y + other.height) - Math.max(piece.y, other.y),
              );
            expect(overlap).toBeLessThan(1e-3);
          }
        });
      }),
      { numRuns: 200 },
    );
  });

  it("gives nothing to weights that are not above zero, and survives an area of no size", () => {
    const [one, none] = treeLayout([5, 0], AREA);
    expect(one).toEqual(AREA);
    expect(none.width * none.height).toBe(0);
    expect(treeLayout([], AREA)).toEqual([]);
    expect(treeLayout([1, 1], { ...AREA, width: 0 }).every(({ width }) => width === 0)).toBe(true);
  });
});
