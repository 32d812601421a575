import type { TableFormat } from "../../dataset/locate-tables.ts";
import type { DatasetManifest } from "../../dataset/manifest.ts";

/** Rows that cite a source which `dataset.json` does not declare. */
export interface UndeclaredSource {
  readonly column: string;
  readonly source: string;
  readonly rows: number;
}

/** What became of one table's rows. */
export interface TableReport {
  readonly table: string;
  /** Null when the dataset lacks the table; it is then loaded as an empty one. */
  readonly file: string | null;
  readonly format: TableFormat | null;
  readonly rowsRead: number;
  readonly rowsLoaded: number;
  readonly rowsRejected: number;
  /** Broken rules by name; a row can break several. */
  readonly rejectsByRule: Readonly<Record<string, number>>;
  /** Columns of the file that the table does not have; they are not loaded. */
  readonly unknownColumns: readonly string[];
  /** Optional columns that the file lacks; they are loaded as missing or as their default. */
  readonly absentColumns: readonly string[];
  readonly undeclaredSources: readonly UndeclaredSource[];
}

/** What became of a whole dataset. */
export type LoadReport = Readonly<ReturnType<typeof sumReport>>;

/** The report with its totals. */
export function sumReport(
  manifest: DatasetManifest,
  tables: readonly TableReport[],
  /** Entries of the folder that hold no table. */
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
