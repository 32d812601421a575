import type { LocalFrame } from "terrace/client";
import { CAPITALS } from "./map-places.ts";
import { palette } from "./palettes.ts";
import { project, zoomOfScale } from "./projection.ts";
import { type IdentityBuffer, pixelAt } from "./rasterise.ts";

/** Least distance between two labels, as boxes of this many pixels. */
const [LABEL_WIDTH, LABEL_HEIGHT] = [96, 22];
const MOST_LABELS = 40;
/** Stations are named from here on, so far below their dots. */
const [STATION_ZOOM, STATION_BELOW] = [7.5, 12];

interface LabelPlace {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly isCity: boolean;
}

interface NamedPlace {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Names of the capitals from afar, of stations and the most populous suburbs from near, none over another. */
export function labelsFor(
  frame: LocalFrame,
  centres: Float32Array,
  councils: readonly NamedPlace[],
  stations: readonly NamedPlace[],
  buffer: IdentityBuffer,
  pixelRatio: number,
): LabelPlace[] {
  const { camera, width, height } = buffer;
  const placed: LabelPlace[] = [];
  const place = (text: string, planeX: number, planeY: number, isCity: boolean, below = 0) => {
    const [x, above] = pixelAt(buffer, planeX, planeY);
    const y = above + below * pixelRatio;
    if (!(x > 0 && x < width && y > 0 && y < height)) return;
    const isFree = placed.every(
      (one) =>
        Math.abs(one.x - x) > LABEL_WIDTH * pixelRatio || Math.abs(one.y - y) > LABEL_HEIGHT * pixelRatio,
    );
    if (isFree) placed.push({ text, x, y, isCity });
  };
  const zoom = zoomOfScale(camera.scale / pixelRatio);
  for (const { name, lat, lon } of CAPITALS) if (zoom < 5.5) place(name, ...project(lon, lat), true);
  if (zoom >= 3.5)
    for (const { name, x, y } of councils) if (placed.length < MOST_LABELS) place(name, x, y, true);
  if (zoom >= STATION_ZOOM)
    for (const { name, x, y } of stations)
      if (placed.length < MOST_LABELS) place(name, x, y, false, STATION_BELOW);
  if (zoom < 6 || !frame.has("population")) return placed;
  const { rows, count } = frame.order("population");
  for (let rank = count - 1; rank >= 0 && placed.length < MOST_LABELS; rank--) {
    const row = rows[rank];
    if (Number.isNaN(centres[2 * row])) continue;
    place(frame.index.salNames[row], centres[2 * row], centres[2 * row + 1], false);
  }
  return placed;
}

export function drawLabels(
  context: CanvasRenderingContext2D,
  labels: readonly LabelPlace[],
  pixelRatio: number,
): void {
  const { text, ground } = palette.peek();
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  for (const label of labels) {
    context.font = `${label.isCity ? 600 : 500} ${(label.isCity ? 12 : 11) * pixelRatio}px system-ui, sans-serif`;
    context.strokeStyle = `${ground}E6`;
    context.lineWidth = 3.5 * pixelRatio;
    context.strokeText(label.text, label.x, label.y);
    context.fillStyle = text;
    context.fillText(label.text, label.x, label.y);
  }
}
