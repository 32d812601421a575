import type { PixelTables } from "../view/visible-map.ts";
import type { BorderLine } from "./border-lines.ts";
import { pixelOf } from "./palettes.ts";
import { BORDER, type IdentityBuffer } from "./rasterise.ts";

export type PixelCanvas = NonNullable<ReturnType<typeof pixelCanvas>>;

/** A canvas and the pixels that go to it. */
export function pixelCanvas(canvas: HTMLCanvasElement, width: number, height: number) {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) return undefined;
  const image = context.createImageData(width, height);
  return { context, image, pixels: new Uint32Array(image.data.buffer) };
}

/** Every eighth diagonal is a hatch. */
const HATCH = 8;

/** Colours every pixel by its suburb: one look-up each, and another on the diagonals, where it may be hatched. */
export function paintMap(
  { context, image, pixels }: PixelCanvas,
  { ids, width, height }: IdentityBuffer,
  { all, hatch }: PixelTables,
  lines: readonly BorderLine[] = [],
): void {
  for (let i = 0; i < ids.length; i++) pixels[i] = all[ids[i]];
  for (let row = 0; row < height; row++) {
    const end = (row + 1) * width;
    for (let i = row * width + ((HATCH - (row % HATCH)) % HATCH); i < end; i += HATCH) {
      const id = ids[i];
      if (id < BORDER) pixels[i] = hatch[id];
    }
  }
  for (const line of lines) {
    const colour = pixelOf(line.colour);
    for (const i of line.pixels) pixels[i] = colour;
  }
  context.putImageData(image, 0, 0);
}

/** Position of the suburb at a pixel; -1 where there is none. */
export function suburbAt({ ids, width, height }: IdentityBuffer, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return -1;
  return (ids[row * width + column] & ~BORDER) - 1;
}
