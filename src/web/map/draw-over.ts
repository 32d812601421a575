import { palette } from "./palettes.ts";
import { BORDER, type IdentityBuffer, pixelAt } from "./rasterise.ts";
import type { stationDots } from "./stations.ts";

/** Draws the pixels along the edges of suburbs. */
export function outlinePixels(
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

/** A double ring about the middle of a suburb. */
export function ringAbout(
  context: CanvasRenderingContext2D,
  places: Float32Array,
  position: number,
  buffer: IdentityBuffer,
  radius: number,
  ratio: number,
): void {
  const [x, y] = pixelAt(buffer, places[2 * position], places[2 * position + 1]);
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

/** Dots with an edge that is seen on any colour. */
export function drawDots(
  context: CanvasRenderingContext2D,
  { dots, radius }: ReturnType<typeof stationDots>,
  ratio: number,
): void {
  const { text, ground } = palette.peek();
  context.beginPath();
  for (const { x, y } of dots) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
  }
  context.strokeStyle = ground;
  context.lineWidth = 2 * ratio;
  context.stroke();
  context.fillStyle = text;
  context.fill();
}

/** What a line about suburbs encloses; x and y in turn in pixels of the screen. */
export function lassoArea(line: readonly number[], ratio: number): Path2D {
  const area = new Path2D();
  for (let i = 0; i < line.length; i += 2) area.lineTo(line[i] * ratio, line[i + 1] * ratio);
  area.closePath();
  return area;
}

/** The line that is being drawn. */
export function drawLasso(
  context: CanvasRenderingContext2D,
  line: readonly number[],
  ratio: number,
  colour: string,
): void {
  if (line.length === 0) return;
  const area = lassoArea(line, ratio);
  context.strokeStyle = colour;
  context.lineWidth = 2 * ratio;
  context.stroke(area);
  context.fillStyle = `${colour}22`;
  context.fill(area);
}
