import { computed } from "@preact/signals";
import { country } from "../data/country.ts";
import { type Layer, view } from "../view/view-state.ts";
import type { PixelTables } from "../view/visible-map.ts";
import { findBorders } from "./find-borders.ts";
import { centres } from "./map-places.ts";
import { mix, palette, pixelOf } from "./palettes.ts";
import { BORDER, type IdentityBuffer } from "./rasterise.ts";

export type PixelCanvas = NonNullable<ReturnType<typeof pixelCanvas>>;

export function pixelCanvas(canvas: HTMLCanvasElement, width: number, height: number) {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) return undefined;
  const image = context.createImageData(width, height);
  return { context, image, pixels: new Uint32Array(image.data.buffer) };
}

/** Every eighth diagonal is hatched. */
const HATCH = 8;

/** Colours every pixel by its suburb: one table lookup each, and a second one on the hatched diagonals. */
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

/** Position of the suburb at a pixel; -1 for none. */
export function suburbAt({ ids, width, height }: IdentityBuffer, x: number, y: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  if (column < 0 || row < 0 || column >= width || row >= height) return -1;
  return (ids[row * width + column] & ~BORDER) - 1;
}

export type BorderLine = ReturnType<typeof borderLines>[number];

/** State and council numbers, indexed by a suburb's number in an identity buffer; 0 for none. */
const groups = computed(() => {
  const index = country.value?.frame.index;
  if (index === undefined) return undefined;
  const numbered = (names: readonly string[]) => {
    const numbers = new Map<string, number>();
    return Uint16Array.from(["", ...names], (name) => {
      if (name === "") return 0;
      if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
      return numbers.get(name)!;
    });
  };
  return { states: numbered(index.stateCodes), councils: numbered(index.councils) };
});

/** Pixels and colours of the border layers that are switched on. */
export function borderLines(buffer: IdentityBuffer, layers: readonly Layer[]) {
  const known = groups.value;
  if (known === undefined || layers.length === 0) return [];
  const found = findBorders(buffer, known.states, known.councils);
  const { text, muted, ground } = palette.value;
  return [
    {
      layer: "councils" as const,
      colour: mix(text, muted, 0.4),
      pixels: [...found.councils, ...found.states],
    },
    { layer: "states" as const, colour: text, pixels: found.states },
    { layer: "coast" as const, colour: mix(text, ground, 0.5), pixels: found.coast },
  ].filter(({ layer }) => layers.includes(layer));
}

export const councilsShown = () => (view.value.layers.includes("councils") ? councilPlaces.value : NONE);
const NONE: readonly never[] = [];

/** Councils at the mean of their suburbs' centroids, those with most suburbs first. */
const councilPlaces = computed(() => {
  const [index, places] = [country.value?.frame.index, centres.value];
  if (index === undefined || places === undefined) return NONE;
  const { councils, stateCodes } = index;
  const placed = [...councils.keys()].filter((i) => councils[i] !== "" && !Number.isNaN(places[2 * i]));
  const mean = (own: readonly number[], axis: 0 | 1) =>
    own.reduce((sum, i) => sum + places[2 * i + axis], 0) / own.length;
  return [...Map.groupBy(placed, (i) => `${stateCodes[i]} ${councils[i]}`).values()]
    .sort((a, b) => b.length - a.length)
    .map((own) => ({ name: councils[own[0]], x: mean(own, 0), y: mean(own, 1) }));
});
