import type { Position } from "geojson";
import { isInAustralia } from "../../dataset/states.ts";

/** About a metre. */
const DECIMALS = 5;

/**
 * GeoJSON geometry (as JSON) of the polygons, simplified unless `asDrawn`, outer rings counterclockwise and
 * holes clockwise. Undefined when they enclose nothing or a point is outside Australia.
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

/** Rounds, simplifies, closes and orients a ring; undefined when nothing is left of it. */
function tidyRing(ring: readonly Position[], turn: 1 | -1, asDrawn: boolean): Position[] | undefined {
  const open = openRing(ring);
  const points = asDrawn ? open : simplifyRing(open);
  const area = doubleArea(points);
  if (points.length < 3 || area === 0) return undefined;
  if (area * turn < 0) points.reverse();
  return [...points, points[0]];
}

/** Rounds the points and drops consecutive duplicates and the closing point. */
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

/** Twice the enclosed area, positive for a counterclockwise ring. */
function doubleArea(points: readonly Position[]): number {
  const [originX, originY] = points[0] ?? [0, 0];
  let sum = 0;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length];
    sum += (ax - originX) * (by - originY) - (bx - originX) * (ay - originY);
  });
  return sum;
}

/** Twice the minimum triangle area of a kept corner, in square degrees: about 50 m², too small to see. */
const MIN_CORNER = 1e-8;

/**
 * Drops points of an open ring whose triangle with their neighbours is too small to see. Only neighbours
 * decide, so two suburbs keep the same points of a shared border wherever their rings begin, except next to a
 * corner with a third suburb.
 */
export function simplifyRing(points: readonly Position[]): Position[] {
  let kept = [...points];
  for (;;) {
    const dropped = droppedCorners(kept);
    if (dropped.size === 0 || kept.length - dropped.size < 3) return kept;
    kept = kept.filter((_, i) => !dropped.has(i));
  }
}

/** Corners that are too small and smaller than both neighbours, so that no two adjacent ones go at once. */
function droppedCorners(points: readonly Position[]): Set<number> {
  const { length } = points;
  const sizes = points.map((point, i) =>
    cornerSize(points[(i + length - 1) % length], point, points[(i + 1) % length]),
  );
  const dropped = new Set<number>();
  for (let i = 0; i < length; i++) {
    const before = (i + length - 1) % length;
    const after = (i + 1) % length;
    if (sizes[i] >= MIN_CORNER) continue;
    if (isSmaller(points, sizes, i, before) && isSmaller(points, sizes, i, after)) dropped.add(i);
  }
  return dropped;
}

/** Order of removal. Ties go by coordinates, not by ring position, which differs between suburbs. */
function isSmaller(points: readonly Position[], sizes: readonly number[], a: number, b: number): boolean {
  if (sizes[a] !== sizes[b]) return sizes[a] < sizes[b];
  return points[a][0] !== points[b][0] ? points[a][0] < points[b][0] : points[a][1] < points[b][1];
}

/** Twice the triangle's area, independent of the ring's direction. */
function cornerSize([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay));
}
