import type { Row } from "../../dataset/csv-writer.ts";
import { clamp, Random } from "../../runtime/random.ts";
import type { Suburb } from "../places/suburbs.ts";

const INDEXES = ["irsd", "irsad", "ier", "ieo"] as const;

export interface SeifaScores {
  columns(suburb: Suburb): Row;
}

/** Scores of every suburb large enough, with the deciles that follow from their ranks. */
export function seifaScores(seed: number, suburbs: readonly Suburb[]): SeifaScores {
  const rows = new Map<string, Record<string, number>>();
  const scored = suburbs.filter((s) => (s.population ?? 0) >= 60);
  for (const suburb of scored) rows.set(suburb.code, scoresOf(seed, suburb));
  const byState = Map.groupBy(scored, (s) => s.state);
  for (const index of INDEXES) {
    setDeciles(rows, scored, index, "aus");
    for (const group of byState.values()) setDeciles(rows, group, index, "state");
  }
  return { columns: (suburb) => rows.get(suburb.code) ?? {} };
}

function scoresOf(seed: number, suburb: Suburb): Record<string, number> {
  const random = new Random(seed, `seifa/${suburb.code}`);
  const out: Record<string, number> = {};
  for (const index of INDEXES) {
    // Home ownership counts in IER and degrees in IEO, so city flats part the two.
    const city = index === "ier" ? -45 : index === "ieo" ? 40 : 0;
    const score = 985 + 68 * suburb.affluence + city * suburb.urban + 18 * random.normal();
    out[`seifa_${index}_score`] = Math.round(clamp(score, 380, 1230));
  }
  return out;
}

function setDeciles(
  rows: Map<string, Record<string, number>>,
  group: readonly Suburb[],
  index: string,
  within: string,
): void {
  const column = `seifa_${index}_decile_${within}`;
  const ranked = group
    .map(({ code }) => ({ code, row: rows.get(code)!, score: rows.get(code)![`seifa_${index}_score`] }))
    .sort((a, b) => a.score - b.score || (a.code < b.code ? -1 : 1));
  ranked.forEach(({ row }, rank) => {
    row[column] = 1 + Math.floor((rank * 10) / ranked.length);
  });
}
