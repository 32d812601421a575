import { checkTableFile } from "../sources/check-table-file.ts";
import type { TableFile } from "../sources/locate-tables.ts";
import { sqlName, sqlText } from "./sql-text.ts";
import type { BuildDatabase } from "./write-tables.ts";

/** A column that a table's file really holds. */
export interface FileColumn {
  readonly name: string;
  /** DuckDB type of the cells: VARCHAR in CSV and NDJSON, the stored type in Parquet. */
  readonly type: string;
  /** SQL expression for the cell. */
  readonly cell: string;
}

/** How SQL sees a table's file: rows in file order. */
export interface FileRelation {
  /** SQL that stands after FROM. */
  readonly from: string;
  readonly columns: readonly FileColumn[];
}

/** The relation and columns of a file. NDJSON has the keys that occur in any line; a file without lines has none. */
export async function readTableFile(
  db: BuildDatabase,
  file: TableFile,
  signal?: AbortSignal,
): Promise<FileRelation> {
  const header = await checkTableFile(file, signal);
  switch (file.format) {
    case "parquet":
      return parquetRelation(db, file);
    case "csv":
    case "csv.gz":
      return csvRelation(file, header);
    case "ndjson":
      return ndjsonRelation(db, file);
  }
}

async function parquetRelation(db: BuildDatabase, file: TableFile): Promise<FileRelation> {
  const from = `read_parquet(${sqlText(file.path)}, binary_as_string = true)`;
  const described = await db.rows<{ column_name: string; column_type: string }>(
    `DESCRIBE SELECT * FROM ${from}`,
  );
  const columns = described.map(({ column_name: name, column_type: type }) => ({
    name,
    type,
    cell: sqlName(name),
  }));
  return { from, columns };
}

/** Header names stay out of the SQL: cells are c0, c1 … in file order. */
function csvRelation(file: TableFile, header: readonly string[]): FileRelation {
  const types = header.map((_, i) => `'c${i}': 'VARCHAR'`).join(", ");
  const compression = file.format === "csv.gz" ? "gzip" : "none";
  const from = `read_csv(${sqlText(file.path)}, auto_detect = false, header = true, columns = {${types}},
    delim = ',', quote = '"', escape = '"', nullstr = '', compression = '${compression}')`;
  return { from, columns: header.map((name, i) => ({ name, type: "VARCHAR", cell: `c${i}` })) };
}

async function ndjsonRelation(db: BuildDatabase, file: TableFile): Promise<FileRelation> {
  const path = sqlText(file.path);
  const keys = await db.rows<{ key: string }>(
    `SELECT DISTINCT unnest(json_keys(json)) AS key FROM read_ndjson_objects(${path}) ORDER BY key`,
  );
  const types = keys.map(({ key }) => `${sqlText(key)}: 'VARCHAR'`).join(", ");
  const from =
    keys.length === 0
      ? "(SELECT 1 WHERE false)"
      : `read_json(${path}, format = 'newline_delimited', columns = {${types}})`;
  return { from, columns: keys.map(({ key }) => ({ name: key, type: "VARCHAR", cell: sqlName(key) })) };
}
