import { computed } from "@preact/signals";
import { country } from "../data/country.ts";
import { type Layer, view } from "../view/view-state.ts";
import { findBorders } from "./find-borders.ts";
import { centres } from "./map-places.ts";
import { mix, palette } from "./palettes.ts";
import type { IdentityBuffer } from "./rasterise.ts";

export type BorderLine = ReturnType<typeof borderLines>[number];

/** A number a state and a number a council, by a suburb's number in an identity buffer; 0 for none. */
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

/** The lines of the layers that are switched on: pixels of a map, each in a colour. */
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

/** The councils that are named on the map. */
export const councilsShown = () => (view.value.layers.includes("councils") ? councilPlaces.value : NONE);
const NONE: readonly never[] = [];

/** Councils in the middle of their suburbs on the plane, those of most suburbs first. */
const councilPlaces = computed(() => {
  const [index, places] = [country.value?.frame.index, centres.value];
  const all = new Map<string, { name: string; x: number; y: number; count: number }>();
  index?.councils.forEach((name, i) => {
    const [x, y] = [places![2 * i], places![2 * i + 1]];
    if (name === "" || Number.isNaN(x)) return;
    const key = `${index.stateCodes[i]} ${name}`;
    const sum = all.get(key) ?? { name, x: 0, y: 0, count: 0 };
    all.set(key, { name, x: sum.x + x, y: sum.y + y, count: sum.count + 1 });
  });
  return [...all.values()]
    .map(({ name, x, y, count }) => ({ name, x: x / count, y: y / count, count }))
    .sort((a, b) => b.count - a.count);
});
