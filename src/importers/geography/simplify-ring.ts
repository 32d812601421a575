import type { Position } from "geojson";

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
