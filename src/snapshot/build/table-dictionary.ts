import type { BuildDatabase } from "../tables/write-tables.ts";

export interface ColumnFacts {
  readonly doc: string;
  readonly unit?: string;
  /** Label of each category code. */
  readonly codes?: Readonly<Record<string, string>>;
  /** All values that occur. */
  readonly values?: readonly string[];
  readonly nullMeaning?: string;
}

/** Facts of a serving table's column; undefined if only its type is known. */
export type DescribeColumn = (table: string, column: string) => ColumnFacts | undefined;

/** Facts of all columns, and a digest of everything that they are derived from. */
export interface Dictionary {
  readonly describe: DescribeColumn;
  /** Undefined if unknown: then tables are never taken from the cache. */
  readonly definition: string | undefined;
}

export const DICTIONARY_KEY = "terrace_dictionary";

/** The dictionary of a serving table as JSON: its columns in order, each with type and facts. */
export async function tableDictionary(
  db: BuildDatabase,
  table: string,
  describe: DescribeColumn,
): Promise<string> {
  const columns = await db.rows<{ column_name: string; column_type: string }>(`DESCRIBE serve."${table}"`);
  return JSON.stringify({
    table,
    columns: columns.map(({ column_name: name, column_type: type }) => ({
      name,
      type,
      ...describe(table, name),
    })),
  });
}
