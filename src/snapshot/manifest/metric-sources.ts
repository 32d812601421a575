import type { Metric } from "../../dataset/metric.ts";
import type { SnapshotSource } from "./manifest.ts";

/** The sources that a served metric is made from: those that gave its column and are not withheld by their licence. */
export function sourcesOfMetric(
  metric: Pick<Metric, "table" | "column" | "rows">,
  sources: readonly SnapshotSource[],
): SnapshotSource[] {
  const hasKinds =
    metric.rows !== undefined &&
    sources.some(({ columns = [] }) => columns.some((one) => one.startsWith(`${metric.table}.rows_`)));
  const column = hasKinds ? `rows_${metric.rows}` : metric.column;
  return sources.filter((source) => source.withheld !== true && isSourceOf(source, metric.table, column));
}

/** Whether a source gave the column; one without a list of columns gave its whole tables. */
function isSourceOf({ tables, columns = [] }: SnapshotSource, table: string, column: string): boolean {
  const named = columns.filter((one) => one.startsWith(`${table}.`));
  return named.length === 0 ? tables.includes(table) : named.includes(`${table}.${column}`);
}

/** The sources of a dataset table, or of those of its columns that match; a source that names none gave them all. */
export function sourcesOfColumns(
  table: string,
  names: RegExp | undefined,
  sources: readonly SnapshotSource[],
): SnapshotSource[] {
  return sources.filter(({ withheld, tables, columns = [] }) => {
    if (withheld === true || !tables.includes(table)) return false;
    const own = columns.filter((column) => column.startsWith(`${table}.`));
    return (
      own.length === 0 || names === undefined || own.some((name) => names.test(name.slice(table.length + 1)))
    );
  });
}

/** The sources of any of the dataset tables, in the order of the manifest. */
export function sourcesOfTables(
  tables: readonly string[],
  sources: readonly SnapshotSource[],
): SnapshotSource[] {
  return sources.filter((source) =>
    tables.some((table) => sourcesOfColumns(table, undefined, [source]).length > 0),
  );
}
