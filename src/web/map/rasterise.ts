import type { Camera } from "./projection.ts";

/** Shapes of suburbs on the plane: shape i has the rings shapeStarts[i] to shapeStarts[i + 1]. */
export interface Outlines {
  readonly snapshotId: string;
  readonly codes: readonly string[];
  /** x, y, x, y… */
  readonly xy: Float32Array;
  /** First point of each ring, and one element past the last. A one-point ring has no outline. */
  readonly ringStarts: Uint32Array;
  readonly shapeStarts: Uint32Array;
}

/** Bit set on a suburb's number where a pixel is on its border. */
export const BORDER = 0x8000;

/** Radius in pixels of the disc for a suburb without an outline. */
const POINT_RADIUS = 3;

/** Suburb of each pixel: 0 for none, else its position + 1, with the BORDER bit on edges. */
export interface IdentityBuffer {
  readonly width: number;
  readonly height: number;
  readonly ids: Uint16Array;
  readonly camera: Camera;
}

/** Bounding box and suburb of each shape: computed once for all cameras. */
export interface ShapeBoxes {
  readonly outlines: Outlines;
  /** Position + 1 of the suburb of each shape; 0 if the index does not have it. */
  readonly numbers: Uint16Array;
  /** West, north, east and south of each shape in turn. */
  readonly boxes: Float32Array;
  /** Shapes by area of their box, largest first: a small one within a large one stays visible. */
  readonly order: Uint32Array;
}

export function shapeBoxes(outlines: Outlines, positionOf: (code: string) => number): ShapeBoxes {
  const { codes, xy, ringStarts, shapeStarts } = outlines;
  const boxes = new Float32Array(codes.length * 4);
  for (let shape = 0; shape < codes.length; shape++) {
    let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let p = ringStarts[shapeStarts[shape]]; p < ringStarts[shapeStarts[shape + 1]]; p++) {
      west = Math.min(west, xy[2 * p]);
      east = Math.max(east, xy[2 * p]);
      north = Math.min(north, xy[2 * p + 1]);
      south = Math.max(south, xy[2 * p + 1]);
    }
    boxes.set([west, north, east, south], shape * 4);
  }
  const size = (shape: number) =>
    (boxes[4 * shape + 2] - boxes[4 * shape]) * (boxes[4 * shape + 3] - boxes[4 * shape + 1]);
  const order = Uint32Array.from(codes.keys()).sort((a, b) => size(b) - size(a));
  return { outlines, numbers: Uint16Array.from(codes, (code) => positionOf(code) + 1), boxes, order };
}

const crossings = new Float64Array(4096);

/** Draws the number of every shape, then marks borders. Each suburb in view gets at least one pixel. */
export function rasterise(shapes: ShapeBoxes, camera: Camera, width: number, height: number): IdentityBuffer {
  const buffer = { width, height, ids: new Uint16Array(width * height), camera };
  const { order, boxes, numbers, outlines } = shapes;
  for (const shape of order) {
    const number = numbers[shape];
    if (number === 0) continue;
    const [west, north] = pixelAt(buffer, boxes[4 * shape], boxes[4 * shape + 1]);
    const [east, south] = pixelAt(buffer, boxes[4 * shape + 2], boxes[4 * shape + 3]);
    if (east < 0 || west >= width || south < 0 || north >= height) continue;
    if (east === west && south === north) drawPoint(buffer, west, north, number);
    else if (!fillShape(buffer, outlines, shape, number, north, south))
      drawPixel(buffer, (west + east) / 2, (north + south) / 2, number);
  }
  markBorders(buffer);
  return buffer;
}

/** Converts plane coordinates to pixels of a map. */
export function pixelAt(
  { camera, width, height }: Pick<IdentityBuffer, "camera" | "width" | "height">,
  x: number,
  y: number,
): [x: number, y: number] {
  return [(x - camera.x) * camera.scale + width / 2, (y - camera.y) * camera.scale + height / 2];
}

/** Fills a shape by scan lines through pixel centres with the even-odd rule; false if it covers no centre. */
function fillShape(
  { ids, width, height, camera: { x, y: middle, scale } }: IdentityBuffer,
  { xy, ringStarts, shapeStarts }: Outlines,
  shape: number,
  number: number,
  north: number,
  south: number,
): boolean {
  let drawn = false;
  const [left, top] = [width / 2 - x * scale, height / 2 - middle * scale];
  const firstRow = Math.max(0, Math.ceil(north - 0.5));
  const lastRow = Math.min(height - 1, Math.floor(south - 0.5));
  for (let row = firstRow; row <= lastRow; row++) {
    const y = (row + 0.5 - top) / scale;
    let count = 0;
    for (let ring = shapeStarts[shape]; ring < shapeStarts[shape + 1]; ring++) {
      const end = ringStarts[ring + 1];
      let from = end - 1;
      for (let to = ringStarts[ring]; to < end; from = to++) {
        const [fromY, toY] = [xy[2 * from + 1], xy[2 * to + 1]];
        if (fromY > y === toY > y || count >= crossings.length) continue;
        crossings[count++] = xy[2 * from] + ((y - fromY) / (toY - fromY)) * (xy[2 * to] - xy[2 * from]);
      }
    }
    sortFirst(count);
    for (let i = 0; i + 1 < count; i += 2) {
      const start = Math.max(0, Math.ceil(crossings[i] * scale + left - 0.5));
      const stop = Math.min(width, Math.ceil(crossings[i + 1] * scale + left - 0.5));
      if (stop <= start) continue;
      ids.fill(number, row * width + start, row * width + stop);
      drawn = true;
    }
  }
  return drawn;
}

/** Insertion sort of the first `count` crossings: mostly two. */
function sortFirst(count: number): void {
  for (let i = 1; i < count; i++) {
    const value = crossings[i];
    let at = i;
    for (; at > 0 && crossings[at - 1] > value; at--) crossings[at] = crossings[at - 1];
    crossings[at] = value;
  }
}

function drawPixel({ ids, width, height }: IdentityBuffer, x: number, y: number, number: number): void {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column >= 0 && column < width && row >= 0 && row < height) ids[row * width + column] = number;
}

function drawPoint(buffer: IdentityBuffer, x: number, y: number, number: number): void {
  for (let dy = -POINT_RADIUS; dy <= POINT_RADIUS; dy++) {
    for (let dx = -POINT_RADIUS; dx <= POINT_RADIUS; dx++) {
      if (dx * dx + dy * dy <= POINT_RADIUS ** 2) drawPixel(buffer, x + dx, y + dy, number);
    }
  }
}

/** Marks pixels whose right or lower neighbour shows another suburb, where suburbs have an inside. */
function markBorders({ ids, width, height }: IdentityBuffer): void {
  for (let row = 0; row < height; row++) {
    for (let column = 0, i = row * width; column < width; column++, i++) {
      const id = ids[i];
      if (id === 0) continue;
      const right = column + 1 < width ? ids[i + 1] & ~BORDER : id;
      const below = row + 1 < height ? ids[i + width] & ~BORDER : id;
      if (right === id && below === id) continue;
      // The same suburb two pixels to the left and above: large enough.
      const before = column > 1 ? ids[i - 2] & ~BORDER : 0;
      const above = row > 1 ? ids[i - 2 * width] & ~BORDER : 0;
      if (before === id && above === id) ids[i] = id | BORDER;
    }
  }
}
