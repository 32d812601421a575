import { join } from "node:path";
import { type BuildDatabase, openBuildDatabase } from "../build/write-tables.ts";
import { sqlText } from "../load/sql-text.ts";
import { type SnapshotManifest, type SnapshotSource, TABLES_FOLDER } from "../manifest/manifest.ts";
import type { VerifiedSnapshot } from "../store/open.ts";

/** How one metric differs between two snapshots, over the suburbs that both have. */
export interface MetricDifference {
  readonly metric: string;
  readonly changed: number;
  /** Suburbs that had no value and have one now, and the other way round. */
  readonly gained: number;
  readonly lost: number;
  /** Largest absolute change; null when no value changed. */
  readonly largestChange: number | null;
}

/** How the observations of a kind of series differ. */
export interface ObservationDifference {
  readonly added: number;
  readonly removed: number;
  readonly revised: number;
  /** The largest relative revisions first. */
  readonly examples: readonly {
    readonly series: string;
    readonly period: string;
    readonly before: number;
    readonly after: number;
  }[];
}

export interface SnapshotDifference {
  readonly before: string;
  readonly after: string;
  readonly suburbs: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly renamed: readonly {
      readonly salCode: string;
      readonly before: string;
      readonly after: string;
    }[];
  };
  /** Only metrics that differ. */
  readonly metrics: readonly MetricDifference[];
  readonly prices: ObservationDifference;
  readonly economy: ObservationDifference;
  /** Suburbs whose outline is new, gone or redrawn, over the suburbs of either. */
  readonly outlines: { readonly added: number; readonly removed: number; readonly changed: number };
  /** Sources whose vintage differs, or that only one of the two has. */
  readonly sources: readonly {
    readonly id: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

const EXAMPLES = 5;

/** What changed from one verified snapshot to another: suburbs, metrics, revised observations, sources. */
export async function diffSnapshots(
  before: VerifiedSnapshot,
  after: VerifiedSnapshot,
  tempDirectory: string,
): Promise<SnapshotDifference> {
  const db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 1000, tempDirectory });
  try {
    for (const [side, { directory, manifest }] of [
      ["before", before],
      ["after", after],
    ] as const) {
      await db.run(`CREATE SCHEMA ${side}`);
      await db.run(NO_OUTLINES.replaceAll("SIDE", side));
      for (const table of manifest.tables.filter((name) => COMPARED.includes(name))) {
        const file = sqlText(join(directory, TABLES_FOLDER, `${table}.parquet`));
        await db.run(`CREATE OR REPLACE VIEW ${side}.${table} AS SELECT * FROM read_parquet(${file})`);
      }
      await db.run(OBSERVATIONS.replaceAll("SIDE", side));
    }
    return {
      before: before.manifest.snapshotId,
      after: after.manifest.snapshotId,
      suburbs: await suburbDifference(db),
      metrics: await metricDifferences(db, sharedMetrics(before.manifest, after.manifest)),
      prices: await observationDifference(db, "prices"),
      economy: await observationDifference(db, "economy"),
      outlines: await outlineDifference(db),
      sources: sourceDifferences(before.manifest, after.manifest),
    };
  } finally {
    db.close();
  }
}

const COMPARED = [
  "suburbs",
  "suburb_metrics",
  "suburb_outlines",
  "price_series",
  "economic_series",
  "economic_observations",
];

/** What stands for the outlines of a snapshot that was built before there were any. */
const NO_OUTLINES = `
CREATE VIEW SIDE.suburb_outlines AS SELECT '' AS sal_code, '' AS outline WHERE false`;

/** Both kinds of series as (series, period, value). */
const OBSERVATIONS = `
CREATE VIEW SIDE.prices AS
SELECT concat_ws(' ', region_code, measure, dwelling_type) AS series, unnest(periods) AS period,
  unnest(point_values) AS value
FROM SIDE.price_series;
CREATE VIEW SIDE.economy AS
SELECT series_key AS series, period, value
FROM SIDE.economic_observations JOIN SIDE.economic_series USING (series_number)`;

async function suburbDifference(db: BuildDatabase): Promise<SnapshotDifference["suburbs"]> {
  const codesOnlyIn = async (one: string, other: string) => {
    const rows = await db.rows<{ sal_code: string }>(
      `SELECT sal_code FROM ${one}.suburbs ANTI JOIN ${other}.suburbs USING (sal_code) ORDER BY sal_code`,
    );
    return rows.map((row) => row.sal_code);
  };
  const renamed = await db.rows<{ salCode: string; before: string; after: string }>(`
SELECT b.sal_code AS "salCode", b.sal_name AS "before", a.sal_name AS "after"
FROM before.suburbs AS b JOIN after.suburbs AS a USING (sal_code)
WHERE b.sal_name <> a.sal_name
ORDER BY b.sal_code`);
  return {
    added: await codesOnlyIn("after", "before"),
    removed: await codesOnlyIn("before", "after"),
    renamed,
  };
}

/** Keys of the metrics that both snapshots have, in the order of the later one. */
function sharedMetrics(before: SnapshotManifest, after: SnapshotManifest): string[] {
  const old = new Set(before.columns.metrics.map(({ key }) => key));
  return after.columns.metrics.map(({ key }) => key).filter((key) => old.has(key));
}

async function metricDifferences(db: BuildDatabase, keys: readonly string[]): Promise<MetricDifference[]> {
  const found: MetricDifference[] = [];
  for (const key of keys) {
    const [row] = await db.rows<{ changed: bigint; gained: bigint; lost: bigint; largest: number | null }>(`
SELECT count(*) FILTER (b."${key}" <> a."${key}") AS changed,
  count(*) FILTER (b."${key}" IS NULL AND a."${key}" IS NOT NULL) AS gained,
  count(*) FILTER (b."${key}" IS NOT NULL AND a."${key}" IS NULL) AS lost,
  max(abs(a."${key}" - b."${key}")) FILTER (b."${key}" <> a."${key}") AS largest
FROM before.suburb_metrics AS b JOIN after.suburb_metrics AS a USING (sal_code)`);
    const [changed, gained, lost] = [Number(row.changed), Number(row.gained), Number(row.lost)];
    if (changed + gained + lost > 0)
      found.push({ metric: key, changed, gained, lost, largestChange: row.largest });
  }
  return found;
}

async function observationDifference(
  db: BuildDatabase,
  kind: "prices" | "economy",
): Promise<ObservationDifference> {
  const joined = `before.${kind} AS b FULL JOIN after.${kind} AS a USING (series, period)`;
  const [counts] = await db.rows<{ added: bigint; removed: bigint; revised: bigint }>(`
SELECT count(*) FILTER (b.value IS NULL) AS added, count(*) FILTER (a.value IS NULL) AS removed,
  count(*) FILTER (a.value <> b.value) AS revised
FROM ${joined}`);
  const examples = await db.rows<ObservationDifference["examples"][number]>(`
SELECT series, strftime(period, '%Y-%m-%d') AS period, b.value AS "before", a.value AS "after"
FROM ${joined}
WHERE a.value <> b.value
ORDER BY abs(a.value - b.value) / greatest(abs(b.value), 1e-9) DESC, series, period
LIMIT ${EXAMPLES}`);
  return {
    added: Number(counts.added),
    removed: Number(counts.removed),
    revised: Number(counts.revised),
    examples,
  };
}

async function outlineDifference(db: BuildDatabase): Promise<SnapshotDifference["outlines"]> {
  const [row] = await db.rows<{ added: bigint; removed: bigint; changed: bigint }>(`
SELECT count(*) FILTER (b.outline IS NULL) AS added, count(*) FILTER (a.outline IS NULL) AS removed,
  count(*) FILTER (a.outline <> b.outline) AS changed
FROM before.suburb_outlines AS b FULL JOIN after.suburb_outlines AS a USING (sal_code)`);
  return { added: Number(row.added), removed: Number(row.removed), changed: Number(row.changed) };
}

function sourceDifferences(before: SnapshotManifest, after: SnapshotManifest): SnapshotDifference["sources"] {
  const vintages = (sources: readonly SnapshotSource[]) =>
    new Map(sources.map(({ id, vintage }) => [id, vintage]));
  const [old, now] = [vintages(before.sources), vintages(after.sources)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .map((id) => ({ id, before: old.get(id) ?? null, after: now.get(id) ?? null }))
    .filter((source) => source.before !== source.after);
}
