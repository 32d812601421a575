import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import type { Suburb } from "./suburbs.ts";

/** Heights and low-lying land; empty for the few suburbs that no survey covers. */
export function elevation(seed: number, suburb: Suburb): Row {
  const random = new Random(seed, `elevation/${suburb.code}`);
  if (random.chance(0.015)) return {};
  const inland = suburb.coastKm;
  // A handful of dry lake beds lie under the sea.
  const sunken = inland > 150 && random.chance(0.01);
  const median = sunken ? -8 : clamp(4 + inland * 2.4, 4, 420) * Math.exp(0.55 * random.normal());
  const relief = clamp(12 + median * 0.45, 5, 700) * Math.exp(0.5 * random.normal());
  const lowest = sunken ? median - relief * 0.1 : Math.max(-2, median - relief * random.between(0.4, 0.9));
  const below = (metres: number) =>
    lowest >= metres ? 0 : clamp(((metres - lowest) / Math.max(1, median - lowest)) * 34, 0, 100);
  const low = below(1);
  return {
    elevation_min_m: round(lowest, 1),
    elevation_median_m: round(median, 1),
    elevation_max_m: round(median + relief, 1),
    land_share_below_1m: round(low, 2),
    land_share_below_2m: round(Math.max(low, below(2)), 2),
    land_share_below_5m: round(Math.max(low, below(2), below(5)), 2),
  };
}
