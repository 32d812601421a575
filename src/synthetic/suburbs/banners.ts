import type { Row } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import { inventWord } from "../places/names.ts";
import type { Suburb } from "../places/suburbs.ts";

const PHRASES: Readonly<Record<string, string>> = {
  "coastal-beach": "where the streets end in sand",
  harbour: "gathered around a quiet harbour",
  "river-valley": "along a slow river",
  "urban-skyline": "under the towers of the city",
  "inner-terraces": "rows of terraces and corner shops",
  "leafy-suburban": "shaded streets and deep gardens",
  parkland: "between two wide parks",
  "hills-ranges": "folded into the ranges",
  bushland: "at the edge of the bush",
  farmland: "paddocks to the horizon",
};

/** Banner columns; a third of the suburbs have no sentence and some no landscape. */
export function banner(seed: number, suburb: Suburb): Row {
  const random = new Random(seed, `banner/${suburb.code}`);
  const archetype = random.chance(0.08) ? null : archetypeOf(random, suburb);
  const phrase = archetype === null ? "an ordinary place" : PHRASES[archetype];
  return {
    banner_archetype: archetype,
    banner_blurb: random.chance(0.66) ? `${suburb.name}: ${phrase} (synthetic).` : null,
    banner_bg_key: random.chance(0.3) ? archetype : null,
    banner_bg_url: null,
  };
}

function archetypeOf(random: Random, suburb: Suburb): string {
  if (suburb.coastKm < 2.5) return random.chance(0.8) ? "coastal-beach" : "harbour";
  if (suburb.urban > 0.8) return "urban-skyline";
  if (suburb.urban > 0.6) return random.chance(0.5) ? "inner-terraces" : "parkland";
  if (suburb.metro) return random.chance(0.7) ? "leafy-suburban" : "parkland";
  return random.pick(["river-valley", "hills-ranges", "bushland", "farmland", "farmland"]);
}

const KINDS = ["lookout", "park", "bridge", "hall", "museum", "lighthouse", "garden"] as const;

/** Up to three landmarks of a suburb; most have none. */
export function landmarkRows(random: Random, suburb: Suburb): Row[] {
  if (!random.chance(0.22)) return [];
  return Array.from({ length: random.int(1, 3) }, (_, i) => {
    const kind = random.pick(KINDS);
    const name = `${inventWord(random)} ${kind[0].toUpperCase()}${kind.slice(1)}`;
    return { sal_code: suburb.code, position: i + 1, name, kind };
  });
}
