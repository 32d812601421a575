import { Delaunay } from "d3-delaunay";
import type { Row } from "../../dataset/csv-writer.ts";
import { round } from "../../runtime/random.ts";
import { isMainland, landOutlines } from "./coast.ts";
import type { Suburb } from "./suburbs.ts";

/** Longitude, latitude. */
type Corner = readonly [number, number];

/** West, south, east, north, far outside the country; cells are then clipped at the coast. */
const FRAME = [100, -50, 170, 0] as const;

/** Length of a degree of longitude relative to latitude mid-country, so that cells are not stretched. */
const SQUEEZE = 0.88;

/** Voronoi cells of centroids, clipped at the coast, without gaps; undefined for a duplicate centroid. */
export function suburbOutlines(seed: number, suburbs: readonly Suburb[]): (Row | undefined)[] {
  const [mainland, tasmania] = landOutlines(seed);
  const points = suburbs.map(({ lon, lat }): [number, number] => [lon * SQUEEZE, lat]);
  const [west, south, east, north] = FRAME;
  const cells = Delaunay.from(points).voronoi([west * SQUEEZE, south, east * SQUEEZE, north]);
  return suburbs.map(({ code, lat }, i) => {
    const cell = cells.cellPolygon(i) as [number, number][] | null;
    if (cell === null) return undefined;
    const corners = cell.slice(0, -1).map(([x, y]): Corner => [x / SQUEEZE, y]);
    const parts = clip(isMainland(lat) ? mainland : tasmania, counterclockwise(corners));
    const rings = parts.flatMap((part) => ringOf(part) ?? []);
    if (rings.length === 0) return undefined;
    return {
      sal_code: code,
      outline: JSON.stringify(
        rings.length === 1
          ? { type: "Polygon", coordinates: rings }
          : { type: "MultiPolygon", coordinates: rings.map((ring) => [ring]) },
      ),
    };
  });
}

/** Clips a counterclockwise ring to a convex counterclockwise cell. */
function clip(ring: readonly Corner[], cell: readonly Corner[]): (readonly Corner[])[] {
  let rings: (readonly Corner[])[] = [ring];
  for (let i = 0; i < cell.length; i++) {
    rings = rings.flatMap((one) => leftOf(one, cell[i], cell[(i + 1) % cell.length]));
  }
  return rings;
}

/**
 * Parts of a ring left of the line a to b. Splits the ring where it crosses the line; crossings sorted along
 * the line alternate between land and sea, so each exit is joined to the entry at the other end of its
 * stretch of land.
 */
function leftOf(ring: readonly Corner[], a: Corner, b: Corner): (readonly Corner[])[] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const sides = ring.map(([x, y]) => dx * (y - a[1]) - dy * (x - a[0]));
  const after = (at: number) => (at + 1 < ring.length ? at + 1 : 0);
  const first = sides.findIndex((side, at) => side < 0 && sides[after(at)] >= 0);
  if (first < 0) return sides[0] >= 0 ? [ring] : [];
  const stretches: Corner[][] = [];
  for (let step = 0, from = first; step < ring.length; step++, from = after(from)) {
    const to = after(from);
    const isIn = sides[to] >= 0;
    if (sides[from] >= 0 !== isIn) {
      const along = sides[from] / (sides[from] - sides[to]);
      const [p, q] = [ring[from], ring[to]];
      const crossing: Corner = [p[0] + along * (q[0] - p[0]), p[1] + along * (q[1] - p[1])];
      if (isIn) stretches.push([crossing]);
      else stretches.at(-1)!.push(crossing);
    }
    if (isIn) stretches.at(-1)!.push(ring[to]);
  }
  const place = ([x, y]: Corner) => dx * (x - a[0]) + dy * (y - a[1]);
  const crossings = stretches.flatMap((one) => [one[0], one.at(-1)!]).sort((p, q) => place(p) - place(q));
  const next = (one: Corner[]) => {
    const entry = crossings[crossings.indexOf(one.at(-1)!) ^ 1];
    return stretches.find(([start]) => start === entry);
  };
  const left = new Set(stretches);
  const partFrom = (begin: Corner[]) => {
    const part: Corner[] = [];
    for (let one: Corner[] | undefined = begin; one !== undefined && left.delete(one); one = next(one))
      part.push(...one);
    return part;
  };
  return stretches.map(partFrom).filter((part) => part.length > 0);
}

function counterclockwise(corners: readonly Corner[]): readonly Corner[] {
  return signedArea(corners) < 0 ? corners.toReversed() : corners;
}

/** Twice the area, positive when counterclockwise. */
function signedArea(corners: readonly Corner[]): number {
  let area = 0;
  corners.forEach(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length];
    area += x * nextY - nextX * y;
  });
  return area;
}

/** Closed counterclockwise ring, rounded to metres, without repeated points; undefined if it has no area. */
function ringOf(corners: readonly Corner[]): [Corner[]] | undefined {
  const rounded = counterclockwise(corners).map(([lon, lat]): Corner => [round(lon, 5), round(lat, 5)]);
  const ring = rounded.filter(([lon, lat], i) => {
    const [nextLon, nextLat] = rounded[(i + 1) % rounded.length];
    return lon !== nextLon || lat !== nextLat;
  });
  if (ring.length < 3 || signedArea(ring) <= 0) return undefined;
  return [[...ring, ring[0]]];
}
