import type { Metric } from "../../dataset/metric.ts";
import type { SnapshotSource } from "./manifest.ts";

/** Sources of a served metric: those of its column, without withheld ones. */
export function sourcesOfMetric(
  metric: Pick<Metric, "table" | "column" | "rows">,
  sources: readonly SnapshotSource[],
): SnapshotSource[] {
  const hasKinds =
    metric.rows !== undefined &&
    sources.some(({ columns = [] }) => columns.some((one) => one.startsWith(`${metric.table}.rows_`)));
  const column = hasKinds ? `rows_${metric.rows}` : metric.column;
  return sourcesOfColumns(metric.table, new RegExp(`^${column}$`), sources);
}

/**
 * Sources of a dataset table, or of its columns that match `names`; withheld ones excluded. A source without a
 * column list for a table gave all of its columns.
 */
export function sourcesOfColumns(
  table: string,
  names: RegExp | undefined,
  sources: readonly SnapshotSource[],
): SnapshotSource[] {
  return sources.filter(({ withheld, tables, columns = [] }) => {
    if (withheld === true) return false;
    const own = columns.filter((column) => column.startsWith(`${table}.`));
    if (own.length === 0) return tables.includes(table);
    return names === undefined || own.some((name) => names.test(name.slice(table.length + 1)));
  });
}

/** Sources of any of the dataset tables, in manifest order. */
export function sourcesOfTables(
  tables: readonly string[],
  sources: readonly SnapshotSource[],
): SnapshotSource[] {
  return sources.filter((source) =>
    tables.some((table) => sourcesOfColumns(table, undefined, [source]).length > 0),
  );
}
