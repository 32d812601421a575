import { project } from "../map/projection.ts";
import type { Outline } from "./page-model.ts";
import type { Site } from "./site.ts";

type Ring = readonly (readonly [lon: number, lat: number])[];

export const OUTLINE_SIZE = { width: 320, height: 240 };
const { width: WIDTH, height: HEIGHT } = OUTLINE_SIZE;
/** Points nearer than this to the previous one are dropped, in drawing units. */
const MIN_STEP = 2;
/** Share of the drawing that the suburb itself takes. */
const SHARE = 0.6;
/** Areas with a common border have at least this many points in common; at a corner they have one. */
const TOUCHING_POINTS = 2;

/** Rings of a GeoJSON geometry given as a string; none for points. */
export function ringsOf(geometry: string | null): readonly Ring[] {
  if (geometry === null) return [];
  const { type, coordinates } = JSON.parse(geometry);
  return type === "Polygon" ? coordinates : type === "MultiPolygon" ? coordinates.flat() : [];
}

/** A point as one number: published points have five decimals. */
const pointKey = ([lon, lat]: Ring[number]) => Math.round(lon * 1e5) * 1e8 + Math.round(lat * 1e5);

/** Which of the other suburbs share a border with a suburb, by the points of their outlines. */
export function touching(own: readonly Ring[], others: readonly (readonly Ring[])[]): boolean[] {
  const points = new Set(own.flatMap((ring) => ring.map(pointKey)));
  const isShared = (point: Ring[number]) => points.has(pointKey(point));
  return others.map((rings) => rings.flat().filter(isShared).length >= TOUCHING_POINTS);
}

export function boxAround(points: readonly (readonly [x: number, y: number])[]) {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [north, south] = [Math.min(north, y), Math.max(south, y)];
  }
  return { west, north, east, south };
}

/** Drawing of an area and the areas around it; undefined if it has no outline. */
export function drawOutline(own: readonly Ring[], around: readonly Ring[]): Outline | undefined {
  const { west, north, east, south } = boxAround(own.flat().map(([lon, lat]) => project(lon, lat)));
  if (west > east) return undefined;
  const scale = SHARE * Math.min(WIDTH / Math.max(east - west, 1e-9), HEIGHT / Math.max(south - north, 1e-9));
  const [left, top] = [WIDTH / 2 - ((west + east) / 2) * scale, HEIGHT / 2 - ((north + south) / 2) * scale];
  /**
   * SVG path of a ring in integer units; "" if it is out of view or smaller than a point. Of consecutive
   * points beyond the same side of the drawing only the first and the last are kept.
   */
  const pathOf = (ring: Ring) => {
    const points: { readonly x: number; readonly y: number; readonly side: number }[] = [];
    let isSeen = false;
    for (const [lon, lat] of ring) {
      const [px, py] = project(lon, lat);
      const [x, y] = [Math.round(left + px * scale), Math.round(top + py * scale)];
      const last = points.at(-1);
      if (last !== undefined && Math.abs(x - last.x) + Math.abs(y - last.y) < MIN_STEP) continue;
      const side = (x < 0 ? 1 : x > WIDTH ? 2 : 0) + (y < 0 ? 4 : y > HEIGHT ? 8 : 0);
      isSeen ||= side === 0;
      if (side !== 0 && last?.side === side && points.at(-2)?.side === side) points.pop();
      points.push({ x, y, side });
    }
    if (!isSeen || points.length < 3) return "";
    const steps = points.slice(1).map(({ x, y }, i) => `${x - points[i].x} ${y - points[i].y}`);
    return `M${points[0].x} ${points[0].y}l${steps.join(" ").replaceAll(" -", "-")}z`;
  };
  return { own: own.map(pathOf).join(""), around: around.map(pathOf).join("") };
}

export function outlinesAt(site: Site, positions: readonly number[]): (readonly Ring[])[] {
  return site.outlines(positions.map((i) => site.index.salCodes[i])).map(ringsOf);
}
