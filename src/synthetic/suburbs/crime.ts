import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, type Random, round } from "../../runtime/random.ts";
import type { Suburb } from "../places/suburbs.ts";
import { NON_COMMERCIAL_LICENCE, PUBLIC_LICENCE } from "../sources.ts";

const TYPES = [
  ["break_ins", 620],
  ["violent", 410],
  ["motor_vehicle", 250],
  ["property_damage", 700],
] as const;

/** Where police publish, and under what terms; the other states have no rows. */
const COVERAGE: Readonly<Record<string, { licence: string; rse: number; unreliable: number }>> = {
  NSW: { licence: PUBLIC_LICENCE, rse: 11, unreliable: 0.004 },
  VIC: { licence: PUBLIC_LICENCE, rse: 13, unreliable: 0.004 },
  QLD: { licence: PUBLIC_LICENCE, rse: 15, unreliable: 0.01 },
  SA: { licence: PUBLIC_LICENCE, rse: 19, unreliable: 0.02 },
  WA: { licence: NON_COMMERCIAL_LICENCE, rse: 16, unreliable: 0 },
  ACT: { licence: PUBLIC_LICENCE, rse: 31, unreliable: 0.3 },
};

/** Crime rows of a suburb: two pooled years and one plain year, some of them behind a gate. */
export function crimeRows(random: Random, suburb: Suburb): Row[] {
  const cover = COVERAGE[suburb.state];
  const residents = suburb.population ?? 0;
  if (cover === undefined || residents < 400) return [];
  if (random.chance(0.03)) return [];
  const estimate = Math.round(residents * random.between(0.98, 1.14));
  const restricted = random.chance(0.02);
  const rows: Row[] = [];
  for (const [type, middle] of TYPES) {
    const level = middle * Math.exp(-0.28 * suburb.affluence + 0.35 * suburb.urban + 0.4 * random.normal());
    const noted = random.chance(cover.unreliable);
    const rse = random.chance(0.02) ? null : round(clamp(cover.rse + 5 * random.normal(), 2, 60), 1);
    for (const [year, pooled] of [
      [2024, true],
      [2025, true],
      [2025, false],
    ] as const) {
      const quiet = residents < 3500 && random.chance(0.03);
      rows.push({
        sal_code: suburb.code,
        crime_type: type,
        fy_ending: year,
        pooled,
        rate_per_100k: quiet ? 0 : round(level * random.between(0.85, 1.15), 1),
        population: estimate,
        anchor_rse_pct: rse,
        unreliable: noted,
        source_jurisdiction: suburb.state,
        source: "synthetic-crime",
        source_licence: restricted ? NON_COMMERCIAL_LICENCE : cover.licence,
      });
    }
  }
  return rows;
}

/** Offences a year and 100,000 residents. */
const RECORDED = [
  ["break_ins", 480],
  ["violent", 640],
  ["motor_vehicle", 260],
  ["property_damage", 610],
  ["theft", 1250],
  ["drugs", 420],
] as const;

/** What police recorded in a suburb within one year. The states of the rates above publish it, one of them no drugs. */
export function offenceRows(random: Random, suburb: Suburb): Row[] {
  const cover = COVERAGE[suburb.state];
  const residents = suburb.population ?? 0;
  if (cover === undefined || residents < 400) return [];
  return RECORDED.flatMap(([offence, middle]) => {
    const level = middle * Math.exp(-0.25 * suburb.affluence + 0.4 * suburb.urban + 0.4 * random.normal());
    if (offence === "drugs" && suburb.state === "ACT") return [];
    return {
      sal_code: suburb.code,
      offence,
      year: 2025,
      year_ends: 6,
      offences: Math.round((level * residents) / 100_000),
      source_jurisdiction: suburb.state,
      source: "synthetic-crime",
      source_licence: cover.licence,
    };
  });
}
