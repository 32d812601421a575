import type { Row } from "../../dataset/csv-writer.ts";
import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import { clamp, type Random, round } from "../../runtime/random.ts";
import type { Suburb } from "../places/suburbs.ts";
import { PUBLIC_LICENCE } from "../sources.ts";

const SOURCE = "synthetic-hazards";

/** States whose flood overlays and bushfire maps are published. */
const FLOOD_STATES = new Set(["NSW", "VIC", "QLD", "SA"]);
const BUSHFIRE_STATES = new Set(["NSW", "VIC", "QLD", "SA", "WA", "TAS"]);

/** Hazard shares: null without a source, 0 when measured as none, and a few rows under a restricted licence. */
export function hazardRow(random: Random, suburb: Suburb): Row | null {
  if (random.chance(0.03)) return null;
  const share = (mean: number, none: number) =>
    random.chance(none) ? 0 : round(clamp(random.wait(mean), 0.01, 100), 2);
  const hasWater = random.chance(0.97);
  const hasFlood = FLOOD_STATES.has(suburb.state) && random.chance(0.8);
  const hasFire = BUSHFIRE_STATES.has(suburb.state);
  const fireMean = clamp(6 + 70 * (1 - suburb.urban) * (suburb.metro ? 0.4 : 1), 1, 76);
  return {
    sal_code: suburb.code,
    water_observed_share_pct: hasWater ? share(1.6, 0.35) : null,
    permanent_water_share_pct: hasWater ? share(suburb.coastKm < 3 ? 5 : 0.6, 0.55) : null,
    flood_planning_share_pct: hasFlood ? share(7, 0.4) : null,
    bushfire_prone_share_pct: hasFire ? share(fireMean, suburb.urban > 0.7 ? 0.85 : 0.05) : null,
    water_source: hasWater ? SOURCE : null,
    flood_source: hasFlood ? SOURCE : null,
    bushfire_source: hasFire ? SOURCE : null,
    source_licence: random.chance(0.015) ? RESTRICTED_LICENCE : PUBLIC_LICENCE,
  };
}
