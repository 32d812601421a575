import { interruptOnAbort, throwIfAborted } from "../../runtime/abort.ts";
import { METRICS_TABLE, type SnapshotManifest } from "../manifest/manifest.ts";
import type { VerifiedSnapshot } from "../store/open.ts";
import { addressDifference } from "./address-difference.ts";
import { changedFields, fieldChanges, type KeyedDifference } from "./changed-fields.ts";
import { ECONOMY, observationDifference, PRICES } from "./observation-difference.ts";
import { type Comparison, openComparison } from "./open-comparison.ts";
import { tableDifferences } from "./table-differences.ts";

/** Differences of two snapshots; for equal ones every list is empty and every count 0. */
export type SnapshotDifference = Awaited<ReturnType<typeof diffSnapshots>>;

export async function diffSnapshots(
  before: VerifiedSnapshot,
  after: VerifiedSnapshot,
  tempDirectory: string,
  signal?: AbortSignal,
) {
  const comparison = await openComparison(before, after, tempDirectory);
  const stopInterrupting = interruptOnAbort(signal, () => comparison.db.interrupt());
  try {
    return {
      before: before.manifest.snapshotId,
      after: after.manifest.snapshotId,
      /** Dataset id, title, as-of instant and `synthetic`. */
      dataset: fieldChanges("dataset", datasetFacts(before.manifest), datasetFacts(after.manifest)),
      /** String columns by code: name, state, postcode and so on. */
      suburbs: await changedFields(comparison, "suburbs", "sal_code"),
      metrics: await metricDifferences(comparison),
      /** Series by key (names, units, sources, licences), and their observations. */
      prices: {
        series: await changedFields(comparison, PRICES.table, PRICES.series),
        observations: await observationDifference(comparison, PRICES),
      },
      economy: {
        series: await changedFields(comparison, ECONOMY.table, ECONOMY.series),
        observations: await observationDifference(comparison, ECONOMY),
      },
      listings: await addressDifference(comparison),
      /** Number of added, removed and redrawn suburb outlines. */
      outlines: await outlineDifference(comparison),
      /** By id: vintage, licence, publisher, whether it is withheld. */
      sources: sourceDifference(before.manifest, after.manifest),
      /** Every serving table whose rows differ, including those compared in detail above. */
      tables: await tableDifferences(comparison),
    };
  } catch (error) {
    throwIfAborted(signal, "comparison");
    throw error;
  } finally {
    stopInterrupting();
    comparison.db.close();
  }
}

async function outlineDifference({ db, rows }: Comparison) {
  const columns = ["sal_code", "outline"];
  const [row] = await db.rows<{ added: bigint; removed: bigint; changed: bigint }>(`
SELECT count(*) FILTER (b.outline IS NULL) AS added, count(*) FILTER (a.outline IS NULL) AS removed,
  count(*) FILTER (a.outline <> b.outline) AS changed
FROM ${rows("before", "suburb_outlines", columns)} AS b
FULL JOIN ${rows("after", "suburb_outlines", columns)} AS a USING (sal_code)`);
  return { added: Number(row.added), removed: Number(row.removed), changed: Number(row.changed) };
}

function datasetFacts({ datasetId, title, asOf, synthetic }: SnapshotManifest): Record<string, unknown> {
  return { datasetId, title, asOf, synthetic };
}

export function sourceDifference(before: SnapshotManifest, after: SnapshotManifest): KeyedDifference {
  const [old, now] = [before, after].map(({ sources }) => new Map(sources.map((one) => [one.id, one])));
  return {
    added: [...now.keys()].filter((id) => !old.has(id)).sort(),
    removed: [...old.keys()].filter((id) => !now.has(id)).sort(),
    changed: [...old.keys()]
      .filter((id) => now.has(id))
      .sort()
      .flatMap((id) => fieldChanges(id, { ...old.get(id) }, { ...now.get(id) })),
  };
}

/** How one metric differs, over the suburbs in both snapshots. */
interface MetricDifference {
  readonly metric: string;
  readonly changed: number;
  /** Suburbs that went from null to a value, and from a value to null. */
  readonly gained: number;
  readonly lost: number;
  /** Largest absolute change; null if no value changed. */
  readonly largestChange: number | null;
}

/** Metrics that differ, in the later snapshot's order; a metric that a side lacks is null there. */
async function metricDifferences({ db, rows, manifests, differs }: Comparison): Promise<MetricDifference[]> {
  if (!differs(METRICS_TABLE)) return [];
  const keys = [manifests.after, manifests.before].flatMap(({ columns }) =>
    columns.metrics.map((m) => m.key),
  );
  const found: MetricDifference[] = [];
  for (const key of new Set(keys)) {
    const columns = ["sal_code", key];
    const [row] = await db.rows<{ changed: bigint; gained: bigint; lost: bigint; largest: number | null }>(`
SELECT count(*) FILTER (b."${key}" <> a."${key}") AS changed,
  count(*) FILTER (b."${key}" IS NULL AND a."${key}" IS NOT NULL) AS gained,
  count(*) FILTER (b."${key}" IS NOT NULL AND a."${key}" IS NULL) AS lost,
  max(abs(a."${key}" - b."${key}")) FILTER (b."${key}" <> a."${key}") AS largest
FROM ${rows("before", METRICS_TABLE, columns)} AS b
JOIN ${rows("after", METRICS_TABLE, columns)} AS a USING (sal_code)`);
    const [changed, gained, lost] = [Number(row.changed), Number(row.gained), Number(row.lost)];
    if (changed + gained + lost > 0)
      found.push({ metric: key, changed, gained, lost, largestChange: row.largest });
  }
  return found;
}
