import type { Row } from "../../dataset/csv-writer.ts";
import { Random } from "../../runtime/random.ts";
import type { Suburb } from "../places/suburbs.ts";

/** Declared politician properties of a suburb; most suburbs have no row. */
export function registerRow(seed: number, suburb: Suburb): Row | null {
  const random = new Random(seed, `register/${suburb.code}`);
  const likelihood = 0.012 + 0.08 * suburb.urban + 0.02 * Math.max(0, suburb.affluence);
  if (!random.chance(likelihood)) return null;
  return { sal_code: suburb.code, declared_property_count: 1 + Math.floor(random.wait(0.9)) };
}
