import { basePlan, type PairingFacts } from "../../../engine/statistics/base-correlations.ts";
import { correlateLags } from "../../../engine/statistics/lag-correlations.ts";
import { DEFAULT_WINDOW_MONTHS } from "../../../engine/statistics/pair-correlation.ts";
import { seriesMatrix } from "../../../engine/statistics/series-matrix.ts";
import { type Aggregate, tablesInSql } from "../../../snapshot/tables/aggregate.ts";
import type { BuildDatabase } from "../../../snapshot/tables/write-tables.ts";

const TABLE = `
CREATE TABLE serve.economic_correlations (
  base_number INTEGER,
  rank INTEGER,
  overlay_number INTEGER,
  window_months INTEGER,
  r DOUBLE,
  n INTEGER,
  last_period INTEGER
);
`;

const CATALOGUE = `
SELECT
  topic,
  region_type AS "regionType",
  region_code AS "regionCode",
  frequency
FROM serve.economic_series
ORDER BY series_number
`;

const OBSERVATIONS = `
SELECT
  series_number AS "seriesNumbers",
  (year(period) * 12 + month(period) - 1)::INTEGER AS months,
  value AS "values"
FROM serve.economic_observations
ORDER BY series_number, period
`;

const FINISH = `
ALTER TABLE serve.economic_correlations
ALTER last_period TYPE DATE USING DATE '1970-01-01' + last_period;
`;

/** `economic_correlations`: the overlays of each `markets` series over 24 months, highest |r| first. */
export const ECONOMIC_CORRELATIONS: Aggregate = {
  name: "economic_correlations",
  tables: [{ name: "economic_correlations", orderBy: "base_number, rank" }],
  ...tablesInSql([TABLE, CATALOGUE, OBSERVATIONS].join(";")),
  run: async (db) => {
    await db.run(TABLE);
    const catalogue = await db.rows<PairingFacts>(CATALOGUE);
    const frequencies = catalogue.map(({ frequency }) => frequency);
    const matrix = seriesMatrix(await readObservations(db), frequencies);
    const rows = catalogue.flatMap((_, base) =>
      correlateLags(matrix, basePlan(catalogue, base, DEFAULT_WINDOW_MONTHS)).rows.map((row, i) => ({
        ...row,
        rank: i + 1,
      })),
    );
    await db.append("serve.economic_correlations", [
      rows.map((row) => row.base),
      rows.map((row) => row.rank),
      rows.map((row) => row.overlay),
      rows.map(() => DEFAULT_WINDOW_MONTHS),
      rows.map((row) => row.r),
      rows.map((row) => row.n),
      rows.map((row) => row.lastPeriod),
    ]);
    await db.run(FINISH);
  },
};

async function readObservations(db: BuildDatabase) {
  const columns = await db.columns(OBSERVATIONS);
  return columns as { seriesNumbers: number[]; months: number[]; values: number[] };
}
