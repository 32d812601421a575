import type { TableFormat } from "../../dataset/locate-tables.ts";
import type { DatasetManifest } from "../../dataset/manifest.ts";

/** Rows that cite a source which `dataset.json` does not declare. */
export interface UndeclaredSource {
  readonly column: string;
  readonly source: string;
  readonly rows: number;
}

export interface TableReport {
  readonly table: string;
  /** Null if the dataset lacks the table, which is then loaded empty. */
  readonly file: string | null;
  readonly format: TableFormat | null;
  readonly rowsRead: number;
  readonly rowsLoaded: number;
  readonly rowsRejected: number;
  /** Violations by rule; a row can break several. */
  readonly rejectsByRule: Readonly<Record<string, number>>;
  /** Columns of the file that the table does not have: not loaded. */
  readonly unknownColumns: readonly string[];
  /** Optional columns that the file lacks: loaded as null or with their default. */
  readonly absentColumns: readonly string[];
  readonly undeclaredSources: readonly UndeclaredSource[];
}

export type LoadReport = Readonly<ReturnType<typeof sumReport>>;

/** Adds totals to the tables' reports. */
export function sumReport(
  manifest: DatasetManifest,
  tables: readonly TableReport[],
  /** Entries of the folder that are not tables. */
  unknownFiles: readonly string[],
  rejectsPath: string,
) {
  const total = (count: (table: TableReport) => number) => tables.reduce((sum, t) => sum + count(t), 0);
  return {
    manifest,
    tables,
    unknownFiles,
    rejectsPath,
    rowsRead: total((t) => t.rowsRead),
    rowsLoaded: total((t) => t.rowsLoaded),
    rowsRejected: total((t) => t.rowsRejected),
  };
}
