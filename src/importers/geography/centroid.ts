import type { Position } from "geojson";

/** Area and area-weighted centroid, in coordinate units. */
export interface WeightedPoint {
  readonly area: number;
  readonly x: number;
  readonly y: number;
}

/** Rings with less area than this × (their length)² count as lines. */
const MIN_FILL = 1e-9;

/**
 * Centroid of polygons (outer ring first, then holes); undefined when they enclose nothing. Planar
 * longitude/latitude is exact enough: stretching an axis moves the centroid with the shape, and the stretch
 * hardly varies within a suburb.
 */
export function centroidOf(polygons: readonly (readonly Position[][])[]): WeightedPoint | undefined {
  const rings = polygons.flatMap((polygon) =>
    polygon.map((ring, i) => ({ ...ringCentroid(ring), sign: i === 0 ? 1 : -1 })),
  );
  return joinCentroids(rings.map(({ area, x, y, sign }) => ({ area: sign * area, x, y })));
}

/** Area-weighted centroid of several pieces. */
export function joinCentroids(pieces: readonly WeightedPoint[]): WeightedPoint | undefined {
  let [area, x, y] = [0, 0, 0];
  for (const piece of pieces) {
    if (piece.area === 0) continue;
    area += piece.area;
    x += piece.area * piece.x;
    y += piece.area * piece.y;
  }
  return area > 0 ? { area, x: x / area, y: y / area } : undefined;
}

/** Subtracts the ring's first point: products of small numbers lose no digits. */
function ringCentroid(ring: readonly Position[]): WeightedPoint {
  const [originX, originY] = ring[0] ?? [0, 0];
  let [doubleArea, sumX, sumY, extent] = [0, 0, 0, 0];
  for (let i = 0; i + 1 < ring.length; i++) {
    const [ax, ay] = [ring[i][0] - originX, ring[i][1] - originY];
    const [bx, by] = [ring[i + 1][0] - originX, ring[i + 1][1] - originY];
    const cross = ax * by - bx * ay;
    doubleArea += cross;
    sumX += (ax + bx) * cross;
    sumY += (ay + by) * cross;
    extent = Math.max(extent, bx * bx + by * by);
  }
  // A ring simplified to a line encloses only rounding error.
  if (Math.abs(doubleArea) <= MIN_FILL * extent) return { area: 0, x: originX, y: originY };
  return {
    area: Math.abs(doubleArea) / 2,
    x: originX + sumX / (3 * doubleArea),
    y: originY + sumY / (3 * doubleArea),
  };
}
