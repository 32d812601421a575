import { Random } from "../../runtime/random.ts";

type Corner = readonly [number, number];

const corners = (numbers: readonly number[]): readonly Corner[] =>
  numbers.flatMap((number, i) => (i % 2 === 0 ? [[number, numbers[i + 1]] as const] : []));

/** Coarse outline of the mainland (latitude, longitude) for plausible positions and coast distances. */
const MAINLAND = corners([
  -10.7, 142.5, -12.5, 143.3, -14.5, 144.0, -14.9, 145.3, -16.9, 145.8, -18.3, 146.1, -19.25, 146.85, -20.0,
  148.2, -21.1, 149.2, -22.5, 150.6, -23.4, 150.8, -24.8, 152.4, -25.6, 153.0, -26.65, 153.1, -27.4, 153.2,
  -28.0, 153.45, -28.65, 153.63, -30.3, 153.15, -31.45, 152.93, -32.7, 152.15, -33.45, 151.45, -33.87, 151.28,
  -34.4, 150.92, -35.7, 150.2, -37.1, 149.95, -37.55, 149.9, -37.8, 148.3, -38.4, 147.0, -39.05, 146.4,
  -38.45, 145.3, -38.3, 144.75, -38.15, 145.1, -37.88, 144.98, -37.9, 144.65, -38.15, 144.4, -38.3, 144.6,
  -38.4, 144.2, -38.85, 143.5, -38.4, 142.5, -38.35, 141.6, -38.05, 140.7, -37.2, 139.75, -36.0, 139.5,
  -35.55, 138.7, -35.6, 138.1, -34.9, 138.48, -34.2, 138.1, -35.2, 137.7, -35.0, 137.0, -33.5, 137.85, -32.6,
  137.8, -33.6, 137.2, -34.8, 136.0, -33.5, 135.0, -32.1, 133.5, -31.5, 131.1, -31.65, 129.0, -32.3, 126.0,
  -33.0, 124.1, -33.9, 122.0, -34.0, 120.0, -35.05, 117.9, -35.0, 116.5, -34.35, 115.1, -33.6, 115.0, -33.3,
  115.65, -32.05, 115.73, -30.5, 115.05, -28.75, 114.6, -26.2, 113.3, -24.9, 113.65, -22.0, 113.9, -21.6,
  115.1, -20.7, 116.8, -20.3, 118.6, -19.6, 121.0, -17.95, 122.2, -16.5, 122.9, -17.3, 123.6, -15.5, 124.5,
  -14.2, 126.7, -14.9, 128.3, -14.9, 129.6, -13.5, 130.0, -12.4, 130.8, -11.3, 132.5, -12.0, 134.5, -12.1,
  136.8, -13.5, 136.0, -15.0, 135.5, -16.0, 137.5, -17.5, 140.0, -17.5, 140.9, -15.5, 141.5, -12.6, 141.7,
]);

const TASMANIA = corners([
  -40.75, 144.7, -41.05, 146.0, -41.05, 146.8, -40.9, 148.1, -42.0, 148.3, -42.9, 147.95, -43.1, 147.6, -42.9,
  147.4, -43.15, 147.3, -43.6, 146.8, -43.4, 146.0, -42.3, 145.3,
]);

const STRAIT_LATITUDE = -39.5;
const KM_PER_DEGREE = 111.2;

/** False in Tasmania. */
export function isMainland(lat: number): boolean {
  return lat >= STRAIT_LATITUDE;
}

/** Maximum reach of a cape beyond the coarse outline, relative to the length of its edge. */
const CAPE_REACH = 0.16;
/** How often each edge is halved. */
const CAPE_LEVELS = 3;

/** Counterclockwise rings of longitude and latitude. Capes only add land to the coarse outlines. */
export function landOutlines(seed: number): [mainland: Corner[], tasmania: Corner[]] {
  const random = new Random(seed, "coast");
  return [withCapes(MAINLAND, random), withCapes(TASMANIA, random)];
}

/** The coarse outlines are clockwise, so the sea is left of each edge. */
function withCapes(outline: readonly Corner[], random: Random): Corner[] {
  const corners = outline.flatMap((from, i) => [
    from,
    ...capes(from, outline[(i + 1) % outline.length], random, 1),
  ]);
  return corners.map(([lat, lon]): Corner => [lon, lat]).reverse();
}

/** Points between two corners, each moved seawards; never behind the original edge. */
function capes(from: Corner, to: Corner, random: Random, level: number): Corner[] {
  if (level > CAPE_LEVELS) return [];
  const [north, east] = [to[0] - from[0], to[1] - from[1]];
  const reach = CAPE_REACH * random.unit();
  const middle: Corner = [(from[0] + to[0]) / 2 + reach * east, (from[1] + to[1]) / 2 - reach * north];
  return [...capes(from, middle, random, level + 1), middle, ...capes(middle, to, random, level + 1)];
}

export function isLand(lat: number, lon: number): boolean {
  return isInside(lat < STRAIT_LATITUDE ? TASMANIA : MAINLAND, lat, lon);
}

/** Kilometres to the nearest edge of the outline. */
export function coastDistanceKm(lat: number, lon: number): number {
  const outline = lat < STRAIT_LATITUDE ? TASMANIA : MAINLAND;
  const shrink = Math.cos((lat * Math.PI) / 180);
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const ax = (outline[j][1] - lon) * shrink;
    const ay = outline[j][0] - lat;
    const dx = (outline[i][1] - outline[j][1]) * shrink;
    const dy = outline[i][0] - outline[j][0];
    const along = Math.min(1, Math.max(0, -(ax * dx + ay * dy) / (dx * dx + dy * dy)));
    const x = ax + along * dx;
    const y = ay + along * dy;
    best = Math.min(best, x * x + y * y);
  }
  return Math.sqrt(best) * KM_PER_DEGREE;
}

export function distanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const x = (lonA - lonB) * Math.cos(((latA + latB) * Math.PI) / 360);
  const y = latA - latB;
  return Math.sqrt(x * x + y * y) * KM_PER_DEGREE;
}

function isInside(outline: readonly Corner[], lat: number, lon: number): boolean {
  let inside = false;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [latI, lonI] = outline[i];
    const [latJ, lonJ] = outline[j];
    if (latI > lat !== latJ > lat && lon < ((lonJ - lonI) * (lat - latI)) / (latJ - latI) + lonI) {
      inside = !inside;
    }
  }
  return inside;
}
