import { type Aggregate, tablesInSql } from "../../../../snapshot/tables/aggregate.ts";
import type { BuildDatabase } from "../../../../snapshot/tables/write-tables.ts";
import { MIN_COMPARED_METRICS } from "../../metrics/similarity-metrics.ts";
import { nearestSuburbs, type SuburbFeatures } from "./nearest-suburbs.ts";

const SIMILAR_COUNT = 6;
/** Smaller suburbs are neither candidates nor part of the standard deviations. */
const MIN_POPULATION = 200;
/** Distances to the coast are clamped to this: beyond it they no longer matter. */
const MAX_COAST_KM = 100;

/** `measure` transforms the cell (default: none); `missing` replaces null (default: NaN). */
interface Feature {
  readonly column: string;
  readonly measure?: (cell: number) => number;
  readonly missing?: number;
}

/** In the order of SIMILARITY_METRICS: index f is bit f. */
const FEATURES: readonly Feature[] = [
  { column: "median_age" },
  { column: "median_weekly_hhd_income" },
  { column: "pct_born_overseas" },
  { column: "amenity_density_score", missing: 0 },
  { column: "population", measure: (residents) => Math.log(Math.max(residents, 1)) },
  { column: "dist_to_coast_km", measure: (km) => Math.min(km, MAX_COAST_KM), missing: 0 },
];

const FACTS_SQL = `
SELECT sal_code, ${FEATURES.map(({ column }) => column).join(", ")}
FROM work.suburb_census LEFT JOIN suburb_amenities USING (sal_code)
ORDER BY sal_code
`;

const TABLE = `
CREATE TABLE work.similar_suburb (
  sal_code VARCHAR, place INTEGER, similar_sal_code VARCHAR, similarity DOUBLE, compared INTEGER
);
`;

type Cells = readonly (number | null)[];

function featuresFrom(facts: Record<string, unknown[]>): SuburbFeatures {
  const cellsOf = FEATURES.map(({ column }) => facts[column] as Cells);
  const isKnown = cellsOf.map((cells) => Uint8Array.from(cells, (cell) => Number(cell !== null)));
  const [age, income] = isKnown;
  const isLarge = Uint8Array.from(facts.population as Cells, (residents) =>
    Number((residents ?? 0) > MIN_POPULATION),
  );
  return {
    isKnown,
    features: FEATURES.map(({ measure = (cell) => cell, missing = Number.NaN }, f) =>
      Float64Array.from(cellsOf[f], (cell) => (cell === null ? missing : measure(cell))),
    ),
    isScaled: isLarge,
    isCandidate: isLarge.map((large, i) => large & age[i] & income[i]),
  };
}

/** Writes the six most similar suburbs of every suburb, nearest first, ties by suburb code. */
async function run(db: BuildDatabase): Promise<void> {
  const facts = await db.columns(FACTS_SQL);
  const codes = facts.sal_code as string[];
  const nearest = nearestSuburbs(featuresFrom(facts), SIMILAR_COUNT, MIN_COMPARED_METRICS);
  const of: string[] = [];
  const places: number[] = [];
  const similar: string[] = [];
  const similarity: number[] = [];
  const compared: number[] = [];
  nearest.positions.forEach((position, i) => {
    if (position < 0) return;
    of.push(codes[Math.floor(i / SIMILAR_COUNT)]);
    places.push(i % SIMILAR_COUNT);
    similar.push(codes[position]);
    similarity.push(1 / (1 + nearest.distances[i]));
    compared.push(nearest.compared[i]);
  });
  await db.run(TABLE);
  await db.append("work.similar_suburb", [of, places, similar, similarity, compared]);
}

export const SIMILAR_SUBURBS: Aggregate = {
  name: "similar suburbs",
  tables: [],
  ...tablesInSql(TABLE + FACTS_SQL),
  run,
};
