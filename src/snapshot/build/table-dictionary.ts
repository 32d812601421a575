import type { BuildDatabase } from "../tables/write-tables.ts";

/** What a reader of a column should know. */
export interface ColumnFacts {
  readonly doc: string;
  readonly unit?: string;
  /** The text of each code of a category. */
  readonly codes?: Readonly<Record<string, string>>;
  /** The only values that occur. */
  readonly values?: readonly string[];
  readonly nullMeaning?: string;
}

/** The facts of a column of a serving table; undefined when nothing is known but its type. */
export type DescribeColumn = (table: string, column: string) => ColumnFacts | undefined;

/** The facts of all columns, and a digest of all that they follow from. */
export interface Dictionary {
  readonly describe: DescribeColumn;
  /** Undefined where it is not known: tables are then never reused. */
  readonly definition: string | undefined;
}

/** Key of the dictionary in the metadata of a table's Parquet file. */
export const DICTIONARY_KEY = "terrace_dictionary";

/** The dictionary of a serving table as JSON: its columns in order, each with its type and what is known of it. */
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
