import type { Position } from "geojson";
import { isInAustralia } from "../../dataset/states.ts";

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

/** Twice the least area of a corner that is kept, in square degrees: about 50 square metres, too little to see. */
const LEAST_CORNER = 1e-8;

/**
 * The points of an open ring without those that hardly turn it: the triangle of each with its neighbours is smaller than
 * can be seen. The choice looks at neighbours alone, so two suburbs keep the same points of the border they share,
 * wherever their rings begin, but for those next to a corner where a third suburb meets it.
 */
export function simplifyRing(points: readonly Position[]): Position[] {
  let kept = [...points];
  for (;;) {
    const dropped = droppedCorners(kept);
    if (dropped.size === 0 || kept.length - dropped.size < 3) return kept;
    kept = kept.filter((_, i) => !dropped.has(i));
  }
}

/** Positions of corners that are too small and smaller than both their neighbours', so that no two in a row go at once. */
function droppedCorners(points: readonly Position[]): Set<number> {
  const { length } = points;
  const sizes = points.map((point, i) =>
    cornerSize(points[(i + length - 1) % length], point, points[(i + 1) % length]),
  );
  const dropped = new Set<number>();
  for (let i = 0; i < length; i++) {
    const before = (i + length - 1) % length;
    const after = (i + 1) % length;
    if (sizes[i] >= LEAST_CORNER) continue;
    if (isSmaller(points, sizes, i, before) && isSmaller(points, sizes, i, after)) dropped.add(i);
  }
  return dropped;
}

/** Whether corner a goes before corner b; equal ones by their place on the map, not in the ring. */
function isSmaller(points: readonly Position[], sizes: readonly number[], a: number, b: number): boolean {
  if (sizes[a] !== sizes[b]) return sizes[a] < sizes[b];
  return points[a][0] !== points[b][0] ? points[a][0] < points[b][0] : points[a][1] < points[b][1];
}

/** Twice the area of the triangle; the same whichever way the ring runs. */
function cornerSize([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay));
}
