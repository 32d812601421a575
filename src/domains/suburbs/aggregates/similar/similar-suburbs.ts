import { type Aggregate, tablesInSql } from "../../../../snapshot/tables/aggregate.ts";
import type { BuildDatabase } from "../../../../snapshot/tables/write-tables.ts";
import { MIN_COMPARED_METRICS } from "../../metrics/similarity-metrics.ts";
import { nearestSuburbs, type SuburbFeatures } from "./nearest-suburbs.ts";

const SIMILAR_COUNT = 6;
/** Smaller places are neither offered nor counted in the scale of a feature. */
const MIN_POPULATION = 200;
/** Beyond this the sea no longer tells two suburbs apart. */
const MAX_COAST_KM = 100;

const FACTS_SQL = `
SELECT
  sal_code, population, median_age, median_weekly_hhd_income, pct_born_overseas,
  amenity_density_score, dist_to_coast_km
FROM work.suburb_census LEFT JOIN suburb_amenities USING (sal_code)
ORDER BY sal_code
`;

const TABLE = `
CREATE TABLE work.similar_suburb (
  sal_code VARCHAR, place INTEGER, similar_sal_code VARCHAR, similarity DOUBLE, compared INTEGER
);
`;

type Cells = readonly (number | null)[];

function feature(cells: Cells, measure: (cell: number) => number, missing = Number.NaN): Float64Array {
  return Float64Array.from(cells, (cell) => (cell === null ? missing : measure(cell)));
}

/** The six features in the order of SIMILARITY_METRICS. */
function featuresFrom(facts: Record<string, unknown[]>): SuburbFeatures {
  const cells = (name: string) => facts[name] as Cells;
  const same = (value: number) => value;
  const population = cells("population");
  const isLarge = population.map((residents) => (residents ?? 0) > MIN_POPULATION);
  const age = cells("median_age");
  const income = cells("median_weekly_hhd_income");
  const isKnown = (name: string) => Uint8Array.from(cells(name), (cell) => Number(cell !== null));
  return {
    isKnown: [
      isKnown("median_age"),
      isKnown("median_weekly_hhd_income"),
      isKnown("pct_born_overseas"),
      isKnown("amenity_density_score"),
      isKnown("population"),
      isKnown("dist_to_coast_km"),
    ],
    features: [
      feature(age, same),
      feature(income, same),
      feature(cells("pct_born_overseas"), same),
      feature(cells("amenity_density_score"), same, 0),
      feature(population, (residents) => Math.log(Math.max(residents, 1))),
      feature(cells("dist_to_coast_km"), (km) => Math.min(km, MAX_COAST_KM), 0),
    ],
    isScaled: Uint8Array.from(isLarge, Number),
    isCandidate: Uint8Array.from(isLarge, (large, i) =>
      Number(large && age[i] !== null && income[i] !== null),
    ),
  };
}

/** The six most similar suburbs of every suburb, nearest first, ties by suburb code. */
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
