import { project } from "../map/projection.ts";
import type { Outline } from "./page-model.ts";
import type { Site } from "./site.ts";

type Ring = readonly (readonly [lon: number, lat: number])[];

const [WIDTH, HEIGHT] = [320, 240];
/** Points that are nearer to the one before are left out. */
const LEAST_STEP = 2;
/** How much of the drawing the thing itself takes. */
const SHARE = 0.6;
/** Points that two areas share at least where they touch along a line. */
const TOUCHING_POINTS = 2;

/** The rings of GeoJSON geometries as text; none for a point. */
export function ringsOf(geometry: string | null): readonly Ring[] {
  if (geometry === null) return [];
  const { type, coordinates } = JSON.parse(geometry);
  return type === "Polygon" ? coordinates : type === "MultiPolygon" ? coordinates.flat() : [];
}

/** A point as one number: published points have five decimals. */
const pointKey = ([lon, lat]: Ring[number]) => Math.round(lon * 1e5) * 1e8 + Math.round(lat * 1e5);

/** Those of other suburbs that touch a suburb along a line, by their own published outlines. */
export function touching(own: readonly Ring[], others: readonly (readonly Ring[])[]): boolean[] {
  const points = new Set(own.flatMap((ring) => ring.map(pointKey)));
  return others.map((rings) => {
    let shared = 0;
    for (const ring of rings) for (const point of ring) if (points.has(pointKey(point))) shared++;
    return shared >= TOUCHING_POINTS;
  });
}

/** The smallest box around points. */
export function boxAround(points: readonly (readonly [x: number, y: number])[]) {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [north, south] = [Math.min(north, y), Math.max(south, y)];
  }
  return { west, north, east, south };
}

/** A drawing of an area among others; undefined where it has no outline. */
export function drawOutline(own: readonly Ring[], around: readonly Ring[]): Outline | undefined {
  const { west, north, east, south } = boxAround(own.flat().map(([lon, lat]) => project(lon, lat)));
  if (west > east) return undefined;
  const scale = SHARE * Math.min(WIDTH / Math.max(east - west, 1e-9), HEIGHT / Math.max(south - north, 1e-9));
  const [left, top] = [WIDTH / 2 - ((west + east) / 2) * scale, HEIGHT / 2 - ((north + south) / 2) * scale];
  /**
   * A ring in whole units; "" for one that is out of sight, or no larger than a point. Of points in a row on the same
   * side of the drawing the first and the last are kept.
   */
  const pathOf = (ring: Ring) => {
    const points: { readonly x: number; readonly y: number; readonly side: number }[] = [];
    let isSeen = false;
    for (const [lon, lat] of ring) {
      const [px, py] = project(lon, lat);
      const [x, y] = [Math.round(left + px * scale), Math.round(top + py * scale)];
      const last = points.at(-1);
      if (last !== undefined && Math.abs(x - last.x) + Math.abs(y - last.y) < LEAST_STEP) continue;
      const side = (x < 0 ? 1 : x > WIDTH ? 2 : 0) + (y < 0 ? 4 : y > HEIGHT ? 8 : 0);
      isSeen ||= side === 0;
      if (side !== 0 && last?.side === side && points.at(-2)?.side === side) points.pop();
      points.push({ x, y, side });
    }
    if (!isSeen || points.length < 3) return "";
    const steps = points.slice(1).map(({ x, y }, i) => `${x - points[i].x} ${y - points[i].y}`);
    return `M${points[0].x} ${points[0].y}l${steps.join(" ").replaceAll(" -", "-")}z`;
  };
  return { width: WIDTH, height: HEIGHT, own: own.map(pathOf).join(""), around: around.map(pathOf).join("") };
}

/** The outlines of suburbs, each as its rings. */
export function outlinesAt(site: Site, positions: readonly number[]): (readonly Ring[])[] {
  return site.outlines(positions.map((i) => site.index.salCodes[i])).map(ringsOf);
}
