import type { Position } from "geojson";

interface OutlinedArea {
  readonly code: string;
  readonly polygons: readonly Position[][][];
}

/**
 * Sorted pairs of areas with a common border, lower code first. Two areas touch where they share an identical
 * segment, because a boundary edition cuts the land along shared lines.
 */
export function touchingAreas(areas: readonly OutlinedArea[]): [string, string][] {
  const owners = new Map<string, string>();
  const pairs = new Set<string>();
  for (const { code, polygons } of areas) {
    for (const ring of polygons.flat()) {
      for (let i = 1; i < ring.length; i++) {
        const [one, other] = [pointText(ring[i - 1]), pointText(ring[i])];
        if (one === other) continue;
        const segment = one < other ? `${one} ${other}` : `${other} ${one}`;
        const owner = owners.get(segment);
        if (owner === undefined) owners.set(segment, code);
        else if (owner !== code) pairs.add([owner, code].sort().join(" "));
      }
    }
  }
  return [...pairs].sort().map((pair) => pair.split(" ") as [string, string]);
}

function pointText([x, y]: Position): string {
  return `${x.toFixed(7)},${y.toFixed(7)}`;
}
