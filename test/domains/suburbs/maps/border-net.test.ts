import fc from "fast-check";
import type { MultiPolygon, Position } from "geojson";
import { describe, expect, it } from "vitest";
import { BorderNet } from "../../../../src/domains/suburbs/pages/maps/border-net.ts";

const ringArea = (ring: readonly Position[]): number =>
  ring.slice(1).reduce((sum, [x, y], i) => sum + (ring[i][0] * y - x * ring[i][1]) / 2, 0);
const areaOf = ({ coordinates }: MultiPolygon): number =>
  coordinates.flat().reduce((sum, ring) => sum + ringArea(ring), 0);

const square = (x: number, y: number): Position[][] => [
  [
    [x, y],
    [x + 1, y],
    [x + 1, y + 1],
    [x, y + 1],
    [x, y],
  ],
];

/** Point in polygon by the even-odd rule. */
function holds({ coordinates }: MultiPolygon, x: number, y: number): boolean {
  let isInside = false;
  for (const ring of coordinates.flat()) {
    for (let i = 1; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i - 1], ring[i]];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
    }
  }
  return isInside;
}

describe("BorderNet", () => {
  it("gives each label exactly its squares, in rings that have no point twice and outer ones counterclockwise", () => {
    const grids = fc.integer({ min: 1, max: 9 }).chain((width) =>
      fc.record({
        width: fc.constant(width),
        labels: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: width, maxLength: 9 * width }),
      }),
    );
    fc.assert(
      fc.property(grids, ({ width, labels }) => {
        const net = new BorderNet();
        const cornerOf = (i: number) => [i % width, Math.floor(i / width)] as const;
        for (const i of labels.keys()) net.add({ type: "Polygon", coordinates: square(...cornerOf(i)) });
        const outlines = net.dissolve(labels, 0);
        expect([...outlines.keys()].sort()).toEqual([...new Set(labels)].sort());
        for (const [label, outline] of outlines) {
          expect(areaOf(outline)).toBe(labels.filter((one) => one === label).length);
          for (const [i, one] of labels.entries()) {
            const [x, y] = cornerOf(i);
            expect(holds(outline, x + 0.4, y + 0.6)).toBe(one === label);
          }
          for (const [outer, ...holes] of outline.coordinates) {
            expect(ringArea(outer)).toBeGreaterThan(0);
            for (const hole of holes) expect(ringArea(hole)).toBeLessThan(0);
            for (const ring of [outer, ...holes]) {
              expect(ring[0]).toEqual(ring.at(-1));
              expect(new Set(ring.map(String)).size).toBe(ring.length - 1);
            }
          }
        }
      }),
    );
  });

  it("leaves the same points of a border out on both sides", () => {
    const border: Position[] = Array.from({ length: 50 }, (_, i) => [i / 10, Math.sin(i) / 100]);
    const net = new BorderNet();
    net.add({ type: "Polygon", coordinates: [[...border, [4.9, 3], [0, 3], border[0]]] });
    net.add({ type: "Polygon", coordinates: [[...border.toReversed(), [0, -3], [4.9, -3], border[49]]] });
    const shared = (tolerance: number) => {
      const [above, below] = [0, 1].map((label) => {
        const ring = net.dissolve([0, 1], tolerance).get(label)!.coordinates[0][0];
        return [...new Set(ring.filter(([, y]) => Math.abs(y) < 1).map(String))].sort();
      });
      expect(above).toEqual(below);
      return above.length;
    };
    expect(shared(0)).toBe(50);
    expect(shared(0.008)).toBeLessThan(40);
    expect(shared(0.1)).toBe(2);
  });
});
