import { METRICS_TABLE } from "../manifest/manifest.ts";
import type { VerifiedSnapshot } from "../store/open.ts";
import { changedFields } from "./changed-fields.ts";
import { sourceDifference } from "./diff.ts";
import type { KeyedDifference } from "./difference.ts";
import { ECONOMY, observationDifference, PRICES, type SeriesKind } from "./observation-difference.ts";
import { type Comparison, openComparison } from "./open-comparison.ts";

export const CHANGE_KINDS = ["suburb", "series", "price", "source"] as const;

/** A row, a field or a figure that differs between two snapshots. */
export interface ChangedRow {
  readonly kind: (typeof CHANGE_KINDS)[number];
  /** Code of the suburb, key of the series, region, measure and dwelling type of the price, id of the source. */
  readonly key: string;
  /** Name of the column, key of the metric or day of the period; "" where the whole row was added or removed. */
  readonly field: string;
  readonly change: "added" | "removed" | "changed";
  readonly before: string | number | null;
  readonly after: string | number | null;
}

/** What changed from one verified snapshot to another, row by row, by kind and key; no more than `most` of them. */
export async function changedRows(
  before: VerifiedSnapshot,
  after: VerifiedSnapshot,
  {
    tempDirectory,
    hiddenMetrics,
    most,
  }: {
    readonly tempDirectory: string;
    /** Metrics that may be withheld from one moment to the next: nothing of them is written down. */
    readonly hiddenMetrics: readonly string[];
    readonly most: number;
  },
): Promise<{ readonly rows: readonly ChangedRow[]; readonly isWhole: boolean }> {
  const comparison = await openComparison(before, after, tempDirectory);
  try {
    const rows: ChangedRow[] = [
      ...keyedRows("suburb", await changedFields(comparison, "suburbs", "sal_code")),
      ...(await metricRows(comparison, hiddenMetrics, most)),
      ...keyedRows("series", await changedFields(comparison, ECONOMY.table, ECONOMY.series)),
      ...(await observationRows(comparison, "series", ECONOMY, most)),
      ...keyedRows("price", await changedFields(comparison, PRICES.table, PRICES.series)),
      ...(await observationRows(comparison, "price", PRICES, most)),
      ...keyedRows("source", sourceDifference(before.manifest, after.manifest)),
    ];
    return { rows: rows.slice(0, most), isWhole: rows.length <= most };
  } finally {
    comparison.db.close();
  }
}

function keyedRows(kind: ChangedRow["kind"], { added, removed, changed }: KeyedDifference): ChangedRow[] {
  const whole = (key: string, change: "added" | "removed"): ChangedRow => {
    return { kind, key, field: "", change, before: null, after: null };
  };
  return [
    ...added.map((key) => whole(key, "added")),
    ...removed.map((key) => whole(key, "removed")),
    ...changed.map((field): ChangedRow => ({ kind, ...field, change: changeOf(field) })),
  ];
}

function changeOf({ before, after }: Pick<ChangedRow, "before" | "after">): ChangedRow["change"] {
  return before === null ? "added" : after === null ? "removed" : "changed";
}

type Values = Omit<ChangedRow, "kind" | "change">;

async function metricRows(
  { db, rows, manifests, differs }: Comparison,
  hidden: readonly string[],
  most: number,
): Promise<ChangedRow[]> {
  if (!differs(METRICS_TABLE)) return [];
  const keys = Object.values(manifests).flatMap(({ columns }) => columns.metrics.map(({ key }) => key));
  const changes = [...new Set(keys)]
    .filter((key) => !hidden.includes(key))
    .map((key) => {
      const columns = ["sal_code", key];
      return `
SELECT sal_code AS key, '${key}' AS field, CAST(b."${key}" AS DOUBLE) AS "before", CAST(a."${key}" AS DOUBLE) AS "after"
FROM ${rows("before", METRICS_TABLE, columns)} AS b JOIN ${rows("after", METRICS_TABLE, columns)} AS a USING (sal_code)
WHERE b."${key}" IS DISTINCT FROM a."${key}"`;
    });
  if (changes.length === 0) return [];
  const found = await db.rows<Values>(
    `${changes.join("\nUNION ALL")}\nORDER BY key, field LIMIT ${most + 1}`,
  );
  return found.map((row) => ({ kind: "suburb", ...row, change: changeOf(row) }));
}

async function observationRows(
  comparison: Comparison,
  kind: ChangedRow["kind"],
  series: SeriesKind,
  most: number,
): Promise<ChangedRow[]> {
  // Leaves the table `changes`.
  await observationDifference(comparison, series);
  const found = await comparison.db.rows<Values>(`
SELECT series AS key, strftime(period, '%Y-%m-%d') AS field,
  CASE WHEN change <> 'added' THEN CAST(old_value AS DOUBLE) END AS "before",
  CASE WHEN change <> 'removed' THEN CAST(new_value AS DOUBLE) END AS "after"
FROM changes
WHERE change <> 'reflagged'
ORDER BY series, period, old_value, new_value LIMIT ${most + 1}`);
  return found.map((row) => ({ kind, ...row, change: changeOf(row) }));
}
