import { computed, signal } from "@preact/signals";
import { country, onlyState } from "../data/country.ts";
import { outlines } from "../data/outlines.ts";
import { type Camera, project, scaleOfZoom, unproject, zoomOfScale } from "./projection.ts";
import { type IdentityBuffer, type ShapeBoxes, shapeBoxes } from "./rasterise.ts";

/** Shapes with their suburbs; discs at the centroids if the snapshot has no outlines. */
export const shapes = computed<ShapeBoxes | undefined>(() => {
  const [now, drawn] = [country.value, outlines.value];
  return now === undefined || drawn === undefined ? undefined : shapeBoxes(drawn, now.frame.index.positionOf);
});

/** A rasterised map, and its canvas pixels per CSS pixel. */
export interface DrawnMap {
  readonly buffer: IdentityBuffer;
  readonly ratio: number;
}

export const drawnMap = signal<DrawnMap | undefined>(undefined);

/** Centroids on the plane: x, y, x, y…; NaN where unknown. */
export const centres = computed<Float32Array | undefined>(() => {
  const index = country.value?.frame.index;
  if (index === undefined) return undefined;
  const placeAt = (i: number) =>
    index.latitudes.length === 0 ? [NaN, NaN] : project(index.longitudes[i], index.latitudes[i]);
  return Float32Array.from(index.salCodes.flatMap((_, i) => placeAt(i)));
});

/** Bounding boxes in degrees: west, south, east, north. */
const BOXES: Readonly<Record<string, readonly [number, number, number, number]>> = {
  AU: [112.8, -43.8, 153.8, -10.4],
  NSW: [140.9, -37.6, 153.8, -28.0],
  VIC: [140.8, -39.2, 150.2, -33.9],
  QLD: [137.8, -29.3, 153.7, -10.4],
  SA: [128.8, -38.2, 141.2, -25.8],
  WA: [112.7, -35.3, 129.2, -13.6],
  TAS: [144.4, -43.8, 148.6, -40.4],
  NT: [128.8, -26.2, 138.2, -10.8],
  ACT: [148.7, -35.95, 149.45, -35.1],
};

export const CAPITALS = [
  { name: "Sydney", state: "NSW", lat: -33.86, lon: 151.02 },
  { name: "Melbourne", state: "VIC", lat: -37.82, lon: 145.05 },
  { name: "Brisbane", state: "QLD", lat: -27.47, lon: 152.98 },
  { name: "Perth", state: "WA", lat: -31.97, lon: 115.92 },
  { name: "Adelaide", state: "SA", lat: -34.93, lon: 138.62 },
  { name: "Hobart", state: "TAS", lat: -42.87, lon: 147.3 },
  { name: "Canberra", state: "ACT", lat: -35.32, lon: 149.12 },
  { name: "Darwin", state: "NT", lat: -12.48, lon: 130.95 },
] as const;

/** Share of the map's height that the legend covers, and its maximum in CSS pixels. */
const LEGEND_SHARE = 0.3;
const LEGEND_PIXELS = 116;

/** Share of the map that is left free around a state or the country. */
const MARGIN = 0.06;

/** Height that the legend takes at the bottom of a map, in canvas pixels. */
export function legendRoom(height: number, pixelRatio: number): number {
  return Math.min(LEGEND_SHARE * height, LEGEND_PIXELS * pixelRatio);
}

/** Camera that shows a state or the country above the legend; the only state, if the data has just one. */
export function cameraOfScope(scope: string, width: number, height: number, pixelRatio: number): Camera {
  const state = BOXES[scope] === undefined || scope === "AU" ? onlyState.value : scope;
  const [west, south, east, north] = BOXES[state ?? "AU"] ?? BOXES.AU;
  const corners = [west, (west + east) / 2, east].flatMap((lon) => [
    project(lon, south),
    project(lon, north),
  ]);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const room = legendRoom(height, pixelRatio);
  const [left, top, right, bottom] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const scale = Math.min(width / (right - left), (height - room) / (bottom - top)) * (1 - MARGIN);
  return { x: (left + right) / 2, y: (top + bottom) / 2 + room / 2 / scale, scale };
}

export function cameraAt(lat: number, lon: number, zoom: number, pixelRatio: number): Camera {
  const [x, y] = project(lon, lat);
  return { x, y, scale: scaleOfZoom(zoom) * pixelRatio };
}

/** Latitude, longitude and zoom of a camera, as the address writes them. */
export function placeOf({ x, y, scale }: Camera, pixelRatio: number) {
  const [lon, lat] = unproject(x, y);
  return { lat, lon, zoom: zoomOfScale(scale / pixelRatio) };
}
