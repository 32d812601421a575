import { describe, expect, it } from "vitest";
import { landOutlines } from "../../src/synthetic/places/coast.ts";
import { suburbOutlines } from "../../src/synthetic/places/outlines.ts";
import { generateSuburbs } from "../../src/synthetic/places/suburbs.ts";

type Ring = [number, number][];

/** Twice the area; positive for a counterclockwise ring. */
function signedArea(ring: Ring): number {
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length];
    return sum + x * nextY - nextX * y;
  }, 0);
}

function isInside(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  ring.forEach(([x1, y1], i) => {
    const [x2, y2] = ring[(i + 1) % ring.length];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  });
  return inside;
}

/** Returns a point-in-ring test with a bounding box check first. */
function insideOf(ring: Ring): (x: number, y: number) => boolean {
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)];
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  return (x, y) => x >= west && x <= east && y >= south && y <= north && isInside(ring, x, y);
}

function ringsOf(outline: unknown): Ring[] {
  const { type, coordinates } = JSON.parse(outline as string);
  return type === "Polygon" ? coordinates : coordinates.flat();
}

describe.each([0.02, 0.3])("suburbOutlines at scale %s", (scale) => {
  const suburbs = generateSuburbs(1, scale);
  const rows = suburbOutlines(1, suburbs);
  const shapes = rows.map((row) => (row === undefined ? [] : ringsOf(row.outline)));

  it("gives every suburb closed counterclockwise rings about its centroid", () => {
    expect(rows.filter((row) => row === undefined)).toEqual([]);
    shapes.forEach((rings, i) => {
      for (const ring of rings) {
        expect(ring.at(-1)).toEqual(ring[0]);
        expect(signedArea(ring)).toBeGreaterThan(0);
      }
      const { lon, lat } = suburbs[i];
      expect(
        rings.some((ring) => isInside(ring, lon, lat)),
        suburbs[i].code,
      ).toBe(true);
    });
  });

  it("divides the land without gaps and without overlaps", () => {
    const land = landOutlines(1).reduce((sum, ring) => sum + signedArea(ring as Ring), 0);
    const shared = shapes.flat().reduce((sum, ring) => sum + signedArea(ring), 0);
    // Corners are rounded to a metre, so neighbours agree to that.
    expect(shared / land).toBeCloseTo(1, 5);
    // The areas add up and no point is inside another suburb: so none overlap.
    const insides = shapes.map((rings) => rings.map(insideOf));
    suburbs.forEach(({ lon, lat }, i) => {
      const holders = insides.filter((rings) => rings.some((isIn) => isIn(lon, lat)));
      expect(holders.length, suburbs[i].code).toBe(1);
    });
  });

  it("makes capitals of small suburbs", () => {
    const areas = suburbs.map(({ metro }, i) => ({
      metro,
      area: shapes[i].reduce((sum, ring) => sum + signedArea(ring), 0),
    }));
    const median = (isMetro: boolean) => {
      const list = areas.filter(({ metro }) => metro === isMetro).map(({ area }) => area);
      return list.sort((a, b) => a - b)[list.length >> 1];
    };
    expect(median(true) * 5).toBeLessThan(median(false));
  });

  it("follows from the seed alone", () => expect(suburbOutlines(1, suburbs)).toEqual(rows));
});
