import type { Position } from "geojson";

/** An area by its code and its outline, rings as in the file. */
export interface OutlinedArea {
  readonly code: string;
  readonly polygons: readonly Position[][][];
}

/**
 * Pairs of areas with a common stretch of border, each pair once, lower code first, in order. Boundary files of one
 * edition cut the land along shared lines, so that two areas touch exactly where they have the same segment.
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
