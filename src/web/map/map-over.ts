import { signal } from "@preact/signals";
import type { LocalFrame } from "terrace/client";
import { holdings } from "../data/holdings.ts";
import { inSnapshot } from "../data/snapshot-path.ts";
import { jsonAt } from "../data/terrace.ts";
import { view } from "../view/view-state.ts";
import { CAPITALS, type DrawnMap } from "./map-places.ts";
import { palette } from "./palettes.ts";
import { project, zoomOfScale } from "./projection.ts";
import { BORDER, type IdentityBuffer, pixelAt } from "./rasterise.ts";

/** Labels must be this far apart, horizontally or vertically, in CSS pixels. */
const [LABEL_WIDTH, LABEL_HEIGHT] = [96, 22];
const MAX_LABELS = 40;
/** Stations have names from this zoom on, this many CSS pixels below their dots. */
const [STATION_ZOOM, STATION_BELOW] = [7.5, 12];

interface LabelPlace {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly isCity: boolean;
}

interface Places {
  readonly frame: LocalFrame;
  /** Centroids of the suburbs on the plane: x, y, x, y… */
  readonly centres: Float32Array;
  readonly councils: readonly Pick<Station, "name" | "x" | "y">[];
  readonly stations: readonly Station[];
}

/** Labels without overlaps: capitals at low zoom, then councils, stations and the most populous suburbs. */
export function labelsFor({ buffer, ratio }: DrawnMap, places: Places): LabelPlace[] {
  const { frame, centres, councils, stations } = places;
  const { camera, width, height } = buffer;
  const placed: LabelPlace[] = [];
  const place = (text: string, planeX: number, planeY: number, isCity: boolean, below = 0) => {
    const [x, above] = pixelAt(buffer, planeX, planeY);
    const y = above + below * ratio;
    if (!(x > 0 && x < width && y > 0 && y < height)) return;
    const isFree = placed.every(
      (one) => Math.abs(one.x - x) > LABEL_WIDTH * ratio || Math.abs(one.y - y) > LABEL_HEIGHT * ratio,
    );
    if (isFree) placed.push({ text, x, y, isCity });
  };
  const zoom = zoomOfScale(camera.scale / ratio);
  for (const { name, lat, lon } of CAPITALS) if (zoom < 5.5) place(name, ...project(lon, lat), true);
  if (zoom >= 3.5)
    for (const { name, x, y } of councils) if (placed.length < MAX_LABELS) place(name, x, y, true);
  if (zoom >= STATION_ZOOM)
    for (const { name, x, y } of stations)
      if (placed.length < MAX_LABELS) place(name, x, y, false, STATION_BELOW);
  if (zoom < 6 || !frame.has("population")) return placed;
  const { rows, count } = frame.order("population");
  for (let rank = count - 1; rank >= 0 && placed.length < MAX_LABELS; rank--) {
    const row = rows[rank];
    if (Number.isNaN(centres[2 * row])) continue;
    place(frame.index.salNames[row], centres[2 * row], centres[2 * row + 1], false);
  }
  return placed;
}

/** Positions of the suburbs to highlight, and the lasso line. */
interface Pointed {
  readonly marked: readonly number[];
  /** -1 for none; the same for `selected`. */
  readonly hovered: number;
  readonly selected: number;
  readonly line: readonly number[];
}

/** Draws the overlay: stations, labels, edges and rings of highlighted suburbs, and the lasso. */
export function drawOver(
  context: CanvasRenderingContext2D,
  map: DrawnMap,
  places: Places,
  { marked, hovered, selected, line }: Pointed,
): void {
  const { buffer, ratio } = map;
  const { text, accent } = palette.peek();
  const ringAbout = (position: number, radius: number) => {
    const [x, y] = pixelAt(buffer, places.centres[2 * position], places.centres[2 * position + 1]);
    drawRing(context, x, y, radius * ratio, ratio);
  };
  context.clearRect(0, 0, buffer.width, buffer.height);
  drawDots(context, map, places.stations);
  drawLabels(context, labelsFor(map, places), ratio);
  if (marked.length > 0) outlinePixels(context, buffer, marked, accent);
  for (const one of marked) ringAbout(one, 3);
  if (hovered >= 0) outlinePixels(context, buffer, [hovered], text);
  if (selected >= 0) {
    outlinePixels(context, buffer, [selected], accent);
    ringAbout(selected, 11);
  }
  if (line.length === 0) return;
  const area = lassoArea(line, ratio);
  context.strokeStyle = accent;
  context.lineWidth = 2 * ratio;
  context.stroke(area);
  context.fillStyle = `${accent}22`;
  context.fill(area);
}

function drawLabels(context: CanvasRenderingContext2D, labels: readonly LabelPlace[], ratio: number): void {
  const { text, ground } = palette.peek();
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const label of labels) {
    context.font = `${label.isCity ? 600 : 500} ${(label.isCity ? 12 : 11) * ratio}px system-ui, sans-serif`;
    context.strokeStyle = `${ground}E6`;
    context.lineWidth = 3.5 * ratio;
    context.strokeText(label.text, label.x, label.y);
    context.fillStyle = text;
    context.fillText(label.text, label.x, label.y);
  }
}

function outlinePixels(
  context: CanvasRenderingContext2D,
  { ids, width, height }: IdentityBuffer,
  positions: readonly number[],
  colour: string,
): void {
  context.fillStyle = colour;
  const isWanted = new Uint8Array(BORDER);
  for (const position of positions) isWanted[position + 1] = 1;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] & ~BORDER;
    if (isWanted[id] === 0) continue;
    const isOther = (at: number) => (ids[at] & ~BORDER) !== id;
    const column = i % width;
    const row = (i - column) / width;
    const isEdge =
      column === 0 ||
      row === 0 ||
      column === width - 1 ||
      row === height - 1 ||
      isOther(i - 1) ||
      isOther(i + 1) ||
      isOther(i - width) ||
      isOther(i + width);
    if (isEdge) context.fillRect(column - 0.5, row - 0.5, 2, 2);
  }
}

/** Ring with a contrasting outline. */
function drawRing(context: CanvasRenderingContext2D, x: number, y: number, radius: number, ratio: number) {
  const { accent, ground } = palette.peek();
  for (const [colour, lineWidth] of [
    [ground, 6],
    [accent, 2.5],
  ] as const) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.strokeStyle = colour;
    context.lineWidth = lineWidth * ratio;
    context.stroke();
  }
}

/** Station dots, outlined so that they are visible on any colour. */
function drawDots(context: CanvasRenderingContext2D, map: DrawnMap, stations: readonly Station[]): void {
  const { dots, radius } = stationDots(stations, map);
  const { text, ground } = palette.peek();
  context.beginPath();
  for (const { x, y } of dots) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.strokeStyle = ground;
  context.lineWidth = 2 * map.ratio;
  context.stroke();
  context.fillStyle = text;
  context.fill();
}

/** Path of a lasso line, given as x, y, x, y… in CSS pixels. */
export function lassoArea(line: readonly number[], ratio: number): Path2D {
  const area = new Path2D();
  for (let i = 0; i < line.length; i += 2) area.lineTo(line[i] * ratio, line[i + 1] * ratio);
  area.closePath();
  return area;
}

export const STATIONS_TABLE = "railway_stations";

/** Railway station, projected. */
export interface Station {
  readonly name: string;
  readonly state_code: string;
  readonly operator: string | null;
  readonly x: number;
  readonly y: number;
}

const NONE: readonly Station[] = [];
const stations = signal(NONE);
let isRequested = false;

export const hasStations = () => holdings.value?.tables.has(STATIONS_TABLE) === true;

/** Stations if their layer is on; fetched when it is first switched on. */
export function stationsShown(): readonly Station[] {
  if (!view.value.layers.includes("stations") || !hasStations()) return NONE;
  if (!isRequested) void loadStations();
  return stations.value;
}

async function loadStations(): Promise<void> {
  isRequested = true;
  const placed = (rows: readonly (Station & { lat: number; lon: number })[]) =>
    rows.map(({ lat, lon, ...station }) => {
      const [x, y] = project(lon, lat);
      return { ...station, x, y };
    });
  stations.value = (await jsonAt(inSnapshot("/v1/stations/AU.json"), placed)) ?? NONE;
}

/** Stations in view, in the map's pixels, and the radius of their dots: smaller at low zoom. */
export function stationDots(shown: readonly Station[], { buffer, ratio }: DrawnMap) {
  const { camera, width, height } = buffer;
  const zoom = zoomOfScale(camera.scale / ratio);
  const dots = shown
    .map((station) => {
      const [x, y] = pixelAt(buffer, station.x, station.y);
      return { station, x, y };
    })
    .filter(({ x, y }) => x > 0 && x < width && y > 0 && y < height);
  return { dots, radius: ratio * Math.max(1, Math.min(4, zoom / 2.5)) };
}

/** Station nearest to a point in CSS pixels, within 8 pixels of it. */
export function stationAt(map: DrawnMap, x: number, y: number): Station | undefined {
  let [nearest, least]: [Station | undefined, number] = [undefined, 8 * map.ratio];
  for (const dot of stationDots(stationsShown(), map).dots) {
    const distance = Math.hypot(dot.x - x * map.ratio, dot.y - y * map.ratio);
    if (distance < least) [nearest, least] = [dot.station, distance];
  }
  return nearest;
}
