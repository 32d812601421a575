import { Delaunay } from "d3-delaunay";
import type { Row } from "../../dataset/csv-writer.ts";
import { round } from "../../runtime/random.ts";
import { PUBLIC_LICENCE } from "../sources.ts";
import { isMainland, landOutlines } from "./coast.ts";
import type { Suburb } from "./suburbs.ts";

/** A corner as longitude and latitude. */
type Corner = readonly [number, number];

/** Longitude and latitude far outside of the country: cells end there before they are cut at the coast. */
const FRAME = [100, -50, 170, 0] as const;

/** A degree of longitude against one of latitude in the middle of the country, so that cells are not wider than high. */
const SQUEEZE = 0.88;

/**
 * The land divided among the suburbs, each place going to the nearest centroid and cells ending at the coast: without
 * gaps or overlaps, small where suburbs are dense. Undefined for a suburb whose centroid another one has too.
 */
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
      source: "synthetic-outlines",
      source_licence: PUBLIC_LICENCE,
    };
  });
}

/** The parts of a counterclockwise ring that lie inside a convex counterclockwise cell. */
function clip(ring: readonly Corner[], cell: readonly Corner[]): (readonly Corner[])[] {
  let rings: (readonly Corner[])[] = [ring];
  for (let i = 0; i < cell.length; i++) {
    rings = rings.flatMap((one) => leftOf(one, cell[i], cell[(i + 1) % cell.length]));
  }
  return rings;
}

/** A stretch of a ring on the left of a line, from where it comes in to where it goes out again. */
interface Stretch {
  readonly corners: Corner[];
  /** Place of its ends along the line. */
  readonly start: number;
  readonly end: number;
}

/**
 * The parts of a ring on the left of the line a to b. Along the line, sea and land take turns at the crossings, so each
 * place where the ring goes out is joined with the crossing that shares its piece of land.
 */
function leftOf(ring: readonly Corner[], a: Corner, b: Corner): (readonly Corner[])[] {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const sides = sidesOf(ring, a, dx, dy);
  const first = firstEntry(sides);
  if (first < 0) return sides[0] >= 0 ? [ring] : [];
  const crossing = (from: number, to: number): Corner => {
    const along = sides[from] / (sides[from] - sides[to]);
    const [p, q] = [ring[from], ring[to]];
    return [p[0] + along * (q[0] - p[0]), p[1] + along * (q[1] - p[1])];
  };
  const place = ([x, y]: Corner) => dx * (x - a[0]) + dy * (y - a[1]);
  const stretches: Stretch[] = [];
  let open: Corner[] | undefined;
  for (let step = 0; step < ring.length; step++) {
    const from = first + step < ring.length ? first + step : first + step - ring.length;
    const to = from + 1 < ring.length ? from + 1 : 0;
    if (sides[from] < 0 && sides[to] >= 0) open = [crossing(from, to)];
    if (sides[to] >= 0) open?.push(ring[to]);
    else if (open !== undefined && sides[from] >= 0) {
      const corners = [...open, crossing(from, to)];
      stretches.push({ corners, start: place(corners[0]), end: place(corners[corners.length - 1]) });
      open = undefined;
    }
  }
  const starts = [...stretches].sort((p, q) => p.start - q.start);
  const crossings = stretches.flatMap(({ start, end }) => [start, end]).sort((p, q) => p - q);
  const partner = ({ end }: Stretch): Stretch => {
    const at = crossings.indexOf(end);
    const other = crossings[at ^ 1];
    return starts.find(({ start }) => start === other) ?? starts[0];
  };
  const left = new Set(stretches);
  const parts: Corner[][] = [];
  for (const begin of stretches) {
    const part: Corner[] = [];
    for (let one = begin; left.delete(one); one = partner(one)) part.push(...one.corners);
    if (part.length > 0) parts.push(part);
  }
  return parts;
}

/** Above zero for each corner on the left of the line from a, below for those on the right. */
function sidesOf(ring: readonly Corner[], a: Corner, dx: number, dy: number): Float64Array {
  const sides = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i++) {
    const corner = ring[i];
    sides[i] = dx * (corner[1] - a[1]) - dy * (corner[0] - a[0]);
  }
  return sides;
}

/** The first corner on the right whose next one is not; -1 when all are on one side. */
function firstEntry(sides: Float64Array): number {
  for (let i = 0; i + 1 < sides.length; i++) if (sides[i] < 0 && sides[i + 1] >= 0) return i;
  const last = sides.length - 1;
  return sides[last] < 0 && sides[0] >= 0 ? last : -1;
}

function counterclockwise(corners: readonly Corner[]): readonly Corner[] {
  return signedArea(corners) < 0 ? corners.toReversed() : corners;
}

/** Twice the area, above zero when the corners run counterclockwise. */
function signedArea(corners: readonly Corner[]): number {
  let area = 0;
  corners.forEach(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length];
    area += x * nextY - nextX * y;
  });
  return area;
}

/** The corners as a closed counterclockwise ring in metres, repeats left out; undefined when no area remains. */
function ringOf(corners: readonly Corner[]): [Corner[]] | undefined {
  const rounded = counterclockwise(corners).map(([lon, lat]): Corner => [round(lon, 5), round(lat, 5)]);
  const ring = rounded.filter(([lon, lat], i) => {
    const [nextLon, nextLat] = rounded[(i + 1) % rounded.length];
    return lon !== nextLon || lat !== nextLat;
  });
  if (ring.length < 3 || signedArea(ring) <= 0) return undefined;
  return [[...ring, ring[0]]];
}
