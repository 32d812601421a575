import { type KeyColumns, keyText } from "./changed-fields.ts";
import type { Comparison, Side } from "./open-comparison.ts";

/** A kind of series, and where its observations are. */
export interface SeriesKind {
  readonly table: string;
  readonly series: KeyColumns;
  readonly sourceColumn: string;
  /** SQL for a side's observations: series, origin ("" if always the series' source), period, value, flag. */
  points(comparison: Comparison, side: Side): string;
}

const PRICE_KEY = ["region_code", "measure", "dwelling_type"] as const;
const PRICE_COLUMNS = [
  ...PRICE_KEY,
  "source",
  "source_licence",
  "periods",
  "point_values",
  "preliminary",
  "sources",
  "licences",
];

export const PRICES: SeriesKind = {
  table: "price_series",
  series: PRICE_KEY,
  sourceColumn: "source",
  points: ({ rows }, side) => `
SELECT series, coalesce(origin, source, '') AS origin, period, value,
  concat_ws(' ', is_preliminary, coalesce(licence, source_licence)) AS flag
FROM (
  SELECT ${keyText(PRICE_KEY)} AS series, source, source_licence, unnest(periods) AS period,
    unnest(point_values) AS value, unnest(preliminary) AS is_preliminary,
    -- Null where the whole series has one source and one licence.
    unnest(sources) AS origin, unnest(licences) AS licence
  FROM ${rows(side, "price_series", PRICE_COLUMNS)}
)`,
};

export const ECONOMY: SeriesKind = {
  table: "economic_series",
  series: "series_key",
  sourceColumn: "source_key",
  points: ({ rows }, side) => `
SELECT series_key AS series, '' AS origin, period, value, '' AS flag
FROM ${rows(side, "economic_observations", ["series_number", "period", "value"])}
JOIN ${rows(side, "economic_series", ["series_number", "series_key"])} USING (series_number)`,
};

const EXAMPLES = 5;

/**
 * Compares the observations of a kind of series, by source: two may have values for one period. If one source
 * repeats a period, values in both snapshots are removed before the rest counts as revised.
 */
export async function observationDifference(comparison: Comparison, kind: SeriesKind) {
  const { db, rows } = comparison;
  const sources = (side: Side) =>
    `(SELECT ${keyText(kind.series)} AS series, "${kind.sourceColumn}" AS source
      FROM ${rows(side, kind.table, [...[kind.series].flat(), kind.sourceColumn])})`;
  await db.run(`
CREATE OR REPLACE TEMP VIEW old_points AS ${kind.points(comparison, "before")};
CREATE OR REPLACE TEMP VIEW new_points AS ${kind.points(comparison, "after")};
CREATE OR REPLACE TEMP TABLE gone AS
SELECT *, row_number() OVER (PARTITION BY series, origin, period, value ORDER BY flag) AS nth
FROM (FROM old_points EXCEPT ALL FROM new_points);
CREATE OR REPLACE TEMP TABLE fresh AS
SELECT *, row_number() OVER (PARTITION BY series, origin, period, value ORDER BY flag) AS nth
FROM (FROM new_points EXCEPT ALL FROM old_points);
CREATE OR REPLACE TEMP TABLE changes AS
WITH old_rest AS (
  SELECT series, origin, period, value, row_number() OVER (PARTITION BY series, origin, period ORDER BY value) AS place
  FROM gone ANTI JOIN fresh USING (series, origin, period, value, nth)
),
new_rest AS (
  SELECT series, origin, period, value, row_number() OVER (PARTITION BY series, origin, period ORDER BY value) AS place
  FROM fresh ANTI JOIN gone USING (series, origin, period, value, nth)
),
paired AS (
  SELECT series, origin, period, o.value AS old_value, n.value AS new_value,
    CASE WHEN o.place IS NULL THEN 'added' WHEN n.place IS NULL THEN 'removed' ELSE 'revised' END AS change
  FROM old_rest AS o FULL JOIN new_rest AS n USING (series, origin, period, place)
  UNION ALL
  SELECT series, origin, period, value, value, 'reflagged'
  FROM gone SEMI JOIN fresh USING (series, origin, period, value, nth)
)
SELECT paired.*, coalesce(nullif(origin, ''), a.source, b.source, '') AS source
FROM paired
LEFT JOIN ${sources("before")} AS b USING (series)
LEFT JOIN ${sources("after")} AS a USING (series)`);
  const bySource = await db.rows<Record<keyof ObservationCounts, bigint> & { source: string }>(`
SELECT source, ${countsSql()} FROM changes GROUP BY source ORDER BY source`);
  const [total] = await db.rows<Record<keyof ObservationCounts, bigint>>(
    `SELECT ${countsSql()} FROM changes`,
  );
  const examples = await db.rows<{ series: string; period: string; before: number; after: number }>(`
SELECT series, strftime(period, '%Y-%m-%d') AS period, old_value AS "before", new_value AS "after"
FROM changes
WHERE change = 'revised'
ORDER BY abs(new_value - old_value) / greatest(abs(old_value), 1e-9) DESC, series, period, old_value, new_value
LIMIT ${EXAMPLES}`);
  return {
    ...counts(total),
    bySource: bySource.map((row) => ({ source: row.source, ...counts(row) })),
    /** The largest relative revisions first. */
    examples,
  };
}

/**
 * Revised: another value for the same series, source and period. Reflagged: the same value, but final instead
 * of preliminary, or under another licence.
 */
const CHANGES = ["added", "removed", "revised", "reflagged"] as const;

export type ObservationCounts = Readonly<Record<(typeof CHANGES)[number], number>>;

function countsSql(): string {
  return CHANGES.map((change) => `count(*) FILTER (change = '${change}') AS ${change}`).join(", ");
}

function counts(row: Record<keyof ObservationCounts, bigint>) {
  return Object.fromEntries(CHANGES.map((change) => [change, Number(row[change])])) as ObservationCounts;
}
