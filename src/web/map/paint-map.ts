import type { PixelTables } from "../view/visible-map.ts";
import { BORDER, type IdentityBuffer } from "./rasterise.ts";

/** A canvas and the pixels that go to it. */
export interface PixelCanvas {
  readonly context: CanvasRenderingContext2D;
  readonly image: ImageData;
  readonly pixels: Uint32Array;
}

export function pixelCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): PixelCanvas | undefined {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) return undefined;
  const image = context.createImageData(width, height);
  return { context, image, pixels: new Uint32Array(image.data.buffer) };
}

/** Every eighth diagonal is a hatch. */
const HATCH = 7;

/** Colours every pixel by its suburb: one look-up each. */
export function paintMap(
  { context, image, pixels }: PixelCanvas,
  buffer: IdentityBuffer,
  tables: PixelTables,
): void {
  const { ids, width, height } = buffer;
  const { inside, hatch, border } = tables;
  for (let row = 0, i = 0; row < height; row++) {
    for (let column = 0; column < width; column++, i++) {
      const id = ids[i];
      pixels[i] =
        id >= BORDER ? border[id - BORDER] : ((column + row) & HATCH) === 0 ? hatch[id] : inside[id];
    }
  }
  context.putImageData(image, 0, 0);
}

/** Position of the suburb at a pixel; -1 where there is none. */
export function suburbAt({ ids, width, height }: IdentityBuffer, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return -1;
  return (ids[row * width + column] & ~BORDER) - 1;
}
