import type { Position } from "geojson";
import { isInAustralia } from "../../dataset/states.ts";
import { simplifyRing } from "./simplify-ring.ts";

/** About a metre. */
const DECIMALS = 5;

/**
 * The polygons as the text of one GeoJSON geometry, simplified unless they are `asDrawn`, with outer rings
 * counterclockwise and holes clockwise; undefined when none of them encloses anything or one of their points lies
 * outside Australia.
 */
export function outlineOf(polygons: readonly (readonly Position[][])[], asDrawn = false): string | undefined {
  const kept: Position[][][] = [];
  for (const [outer, ...holes] of polygons) {
    const boundary = outer === undefined ? undefined : tidyRing(outer, 1, asDrawn);
    if (boundary === undefined) continue;
    kept.push([
      boundary,
      ...holes.map((hole) => tidyRing(hole, -1, asDrawn)).filter((hole) => hole !== undefined),
    ]);
  }
  if (kept.length === 0) return undefined;
  if (!kept.flat(2).every(([lon, lat]) => isInAustralia(lon, lat))) return undefined;
  return JSON.stringify(
    kept.length === 1
      ? { type: "Polygon", coordinates: kept[0] }
      : { type: "MultiPolygon", coordinates: kept },
  );
}

/** The ring rounded, simplified, closed and turned; undefined when nothing is left of it. */
function tidyRing(ring: readonly Position[], turn: 1 | -1, asDrawn: boolean): Position[] | undefined {
  const open = openRing(ring);
  const points = asDrawn ? open : simplifyRing(open);
  const area = doubleArea(points);
  if (points.length < 3 || area === 0) return undefined;
  if (area * turn < 0) points.reverse();
  return [...points, points[0]];
}

/** Rounded points without the last, which repeats the first, and without repetitions in a row. */
function openRing(ring: readonly Position[]): Position[] {
  const points: Position[] = [];
  for (const [lon, lat] of ring) {
    const [x, y] = [Number(lon.toFixed(DECIMALS)), Number(lat.toFixed(DECIMALS))];
    const before = points.at(-1);
    if (before === undefined || before[0] !== x || before[1] !== y) points.push([x, y]);
  }
  const [first, last] = [points[0], points.at(-1)];
  if (points.length > 1 && first[0] === last![0] && first[1] === last![1]) points.pop();
  return points;
}

/** Twice the enclosed area, positive for a ring that runs counterclockwise. */
function doubleArea(points: readonly Position[]): number {
  const [originX, originY] = points[0] ?? [0, 0];
  let sum = 0;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    sum += (ax - originX) * (by - originY) - (bx - originX) * (ay - originY);
  });
  return sum;
}
