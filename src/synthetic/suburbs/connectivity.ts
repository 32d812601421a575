import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, type Random, round } from "../../runtime/random.ts";
import type { Suburb } from "../places/suburbs.ts";

const FIXED_LINE = [
  ["FTTP", 34],
  ["HFC", 18],
  ["FTTC", 14],
  ["FTTB", 3],
  ["FTTN", 28],
  ["Fixed Line", 3],
] as const;

/** Broadband by remoteness; some rows are implausible on purpose (satellite in a town), some unknown. */
export function connectivityRow(random: Random, suburb: Suburb): Row | null {
  if (random.chance(0.01)) return null;
  const technology = technologyOf(random, suburb);
  const middle = technology === "Satellite" ? 24 : technology.startsWith("F") ? 74 : 50;
  const score = /^(FW|Fixed Wireless)$/.test(technology) ? 47 : technology === "FTTP" ? 92 : middle;
  return {
    sal_code: suburb.code,
    dominant_nbn_tech: technology === "" ? null : technology,
    connectivity_quality_score: round(clamp(score + 5 * random.normal(), 0, 100), 1),
  };
}

function technologyOf(random: Random, suburb: Suburb): string {
  const fate = random.unit();
  if (fate < 0.008) return "";
  if (fate < 0.012) return "Unserved";
  const residents = suburb.population ?? 0;
  const reach = suburb.remoteness + (residents < 200 ? 0.25 : residents > 3000 ? -0.35 : 0);
  const roll = reach + 0.18 * random.normal();
  if (roll > 0.78 || fate > 0.988) return "Satellite";
  if (roll > 0.5 || fate > 0.97) return random.chance(0.8) ? "FW" : "Fixed Wireless";
  return random.weighted(FIXED_LINE);
}
