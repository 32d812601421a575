import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Position } from "geojson";
import { describe, expect, it } from "vitest";
import { outlineOf, simplifyRing } from "../../../src/importers/geography/outline.ts";
import { readShapes } from "../../../src/importers/geography/read-shapes.ts";
import { ImportFile } from "../../../src/importers/run/import-file.ts";

type Ring = [number, number][];

const SQUARE: Ring = [
  [150, -34],
  [150, -33],
  [151, -33],
  [151, -34],
  [150, -34],
];
const HOLE: Ring = SQUARE.map(([x, y]) => [150.4 + (x - 150) * 0.2, -33.6 + (y + 34) * 0.2]);

const outline = (...polygons: Ring[][]) => {
  const text = outlineOf(polygons);
  return text === undefined ? undefined : (JSON.parse(text) as { type: string; coordinates: unknown });
};

/** Positive for a counterclockwise ring. */
function signedArea(ring: Ring): number {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++) {
    sum += (ring[i][0] - 150) * (ring[i + 1][1] + 34) - (ring[i + 1][0] - 150) * (ring[i][1] + 34);
  }
  return sum / 2;
}

/** A closed ring around a point without crossings: one radius per equal angle. */
const starRing = fc
  .array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 3, maxLength: 60 })
  .map((distances): Ring => {
    const points = distances.map((distance, i): [number, number] => {
      const angle = (2 * Math.PI * i) / distances.length;
      return [150 + distance * Math.cos(angle), -34 + distance * Math.sin(angle)];
    });
    return [...points, points[0]];
  });

describe("outlineOf", () => {
  it("turns outer rings counterclockwise and holes clockwise, whichever way the file has them", () => {
    for (const outer of [SQUARE, SQUARE.toReversed()]) {
      for (const hole of [HOLE, HOLE.toReversed()]) {
        const { type, coordinates } = outline([outer, hole])!;
        const rings = coordinates as Ring[];
        expect(type).toBe("Polygon");
        expect(signedArea(rings[0])).toBeCloseTo(1, 9);
        expect(signedArea(rings[1])).toBeCloseTo(-0.04, 9);
        for (const ring of rings) expect(ring.at(-1)).toEqual(ring[0]);
      }
    }
  });

  it("joins several pieces into one MultiPolygon and leaves out those that enclose nothing", () => {
    const line: Ring = [
      [152, -34],
      [153, -34],
      [152, -34],
    ];
    const speck: Ring = SQUARE.map(([x, y]) => [x / 1e7 + 150, y / 1e7 - 33]);
    const far: Ring = SQUARE.map(([x, y]) => [x + 2, y]);
    expect(outline([SQUARE], [line], [far], [speck])).toMatchObject({
      type: "MultiPolygon",
      coordinates: [{ length: 1 }, { length: 1 }],
    });
    expect(outline([SQUARE, line])).toMatchObject({ type: "Polygon", coordinates: { length: 1 } });
    expect(outline([line], [speck], [])).toBeUndefined();
    expect(outline()).toBeUndefined();
  });

  it("writes five decimals, closes open rings and drops repeated points", () => {
    const open: Ring = SQUARE.slice(0, -1).map(([x, y]) => [x + 0.123456789, y]);
    expect(outline([[open[0], ...open]])).toEqual({
      type: "Polygon",
      coordinates: [
        [
          [151.12346, -34],
          [151.12346, -33],
          [150.12346, -33],
          [150.12346, -34],
          [151.12346, -34],
        ],
      ],
    });
  });

  it("is nothing when a point lies outside Australia", () => {
    expect(outline([SQUARE.map(([x, y]) => [y, x])])).toBeUndefined();
    expect(outline([SQUARE], [SQUARE.map(([x, y]) => [x + 40, y])])).toBeUndefined();
  });

  it("keeps the area of any ring to within what rounding and small corners take", () => {
    fc.assert(
      fc.property(starRing, (ring) => {
        const kept = outline([ring]);
        if (kept === undefined) return Math.abs(signedArea(ring)) < 1e-6;
        const [outer] = kept.coordinates as Ring[];
        expect(outer.at(-1)).toEqual(outer[0]);
        // Each dropped corner takes at most half of 1e-8, each rounded point at most 1e-5 of its reach.
        expect(Math.abs(signedArea(outer) - Math.abs(signedArea(ring)))).toBeLessThan(60 * 3e-5);
        return signedArea(outer) > 0;
      }),
    );
  });
});

describe("simplifyRing", () => {
  const open = starRing.map((ring) => ring.slice(0, -1));

  it("chooses the same points wherever the ring begins and whichever way it runs", () => {
    fc.assert(
      fc.property(open, fc.nat(60), (ring, shift) => {
        const at = shift % ring.length;
        const turned = [...ring.slice(at), ...ring.slice(0, at)].toReversed();
        const sorted = (points: readonly (readonly number[])[]) => points.map(String).sort();
        expect(sorted(simplifyRing(turned))).toEqual(sorted(simplifyRing(ring)));
      }),
    );
  });

  it("drops what does not turn and keeps every corner that shows", () => {
    const dense: Ring = [];
    for (let i = 0; i < SQUARE.length - 1; i++) {
      const [[ax, ay], [bx, by]] = [SQUARE[i], SQUARE[i + 1]];
      for (let k = 0; k < 50; k++) dense.push([ax + ((bx - ax) * k) / 50, ay + ((by - ay) * k) / 50]);
    }
    expect(simplifyRing(dense)).toEqual(SQUARE.slice(0, -1));
    const bent: Ring = [
      [150, -34],
      [150.5, -34.001],
      [151, -34],
      [151, -33],
      [150, -33],
    ];
    expect(simplifyRing(bent)).toEqual(bent);
  });
});

describe.skipIf(process.env.TERRACE_AUSTRALIA === undefined)(
  "published outlines of suburbs (TERRACE_AUSTRALIA)",
  () => {
    it("share every border they shared, keep their areas and none is lost", () => {
      const path = join(process.env.TERRACE_AUSTRALIA!, "boundaries/SAL_2021_VIC.topo.json.gz");
      const shapes = readShapes(new ImportFile(path, readFileSync(path)));
      const outlined = shapes.map(({ code, polygons }) => {
        const { type, coordinates } = JSON.parse(outlineOf(polygons, true)!);
        const drawn: Position[][][] = type === "Polygon" ? [coordinates] : coordinates;
        expect(Math.abs(areaOf(drawn) / areaOf(polygons) - 1), code).toBeLessThan(0.02);
        return { code, polygons: drawn };
      });
      expect(outlined).toHaveLength(2944);
      expect(unsharedSegments(outlined)).toBe(unsharedSegments(shapes));
    });
  },
);

/** Number of segments that belong to one suburb only: the coast, the state's border and gaps. */
function unsharedSegments(areas: readonly { code: string; polygons: readonly Position[][][] }[]): number {
  const owners = new Map<string, string | null>();
  for (const { code, polygons } of areas) {
    for (const ring of polygons.flat()) {
      for (let i = 1; i < ring.length; i++) {
        const [a, b] = [ring[i - 1], ring[i]].map((point) => point.map((value) => value.toFixed(5)).join());
        if (a === b) continue;
        const segment = a < b ? `${a} ${b}` : `${b} ${a}`;
        const owner = owners.get(segment);
        owners.set(segment, owner === undefined || owner === code ? code : null);
      }
    }
  }
  return [...owners.values()].filter((owner) => owner !== null).length;
}

function areaOf(polygons: readonly Position[][][]): number {
  const ofRing = (ring: readonly Position[]) =>
    Math.abs(ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i][0] * y - x * ring[i][1], 0));
  return polygons.reduce(
    (sum, [outer, ...holes]) => sum + ofRing(outer) - holes.reduce((all, hole) => all + ofRing(hole), 0),
    0,
  );
}
