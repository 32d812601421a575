import { checkTableFile } from "../../dataset/check-table-file.ts";
import type { TableFile } from "../../dataset/locate-tables.ts";
import type { TableDefinition } from "../../dataset/table-definition.ts";
import { badDataset } from "../../runtime/errors.ts";
import { sqlFilePath, sqlName, sqlParquet, sqlText } from "../tables/sql-text.ts";
import type { BuildDatabase } from "../tables/write-tables.ts";

export interface FileColumn {
  readonly name: string;
  /** DuckDB type of the cells: VARCHAR in CSV, VARCHAR or JSON in NDJSON, the stored type in Parquet. */
  readonly type: string;
  readonly cell: string;
}

/** SQL view of a table's file, rows in file order. */
export interface FileRelation {
  readonly from: string;
  readonly columns: readonly FileColumn[];
  /** False if the reader already turns empty cells into null. */
  readonly hasBlanks: boolean;
  /** True for an NDJSON file without lines: without keys, no column counts as missing. */
  readonly isBlank: boolean;
}

/** Opens a table's file. The columns of NDJSON are the keys that occur in any line. */
export async function readTableFile(
  db: BuildDatabase,
  table: TableDefinition,
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
      return ndjsonRelation(db, table, file);
  }
}

async function parquetRelation(db: BuildDatabase, file: TableFile): Promise<FileRelation> {
  const from = sqlParquet(file.path, ", binary_as_string = true");
  const described = await db.rows<{ column_name: string; column_type: string }>(
    `DESCRIBE SELECT * FROM ${from}`,
  );
  const columns = described.map(({ column_name: name, column_type: type }) => ({
    name,
    type,
    cell: sqlName(name),
  }));
  return { from, columns, hasBlanks: true, isBlank: false };
}

/** Names cells c0, c1 … in file order, so that header names stay out of the SQL. */
function csvRelation(file: TableFile, header: readonly string[]): FileRelation {
  const types = header.map((_, i) => `'c${i}': 'VARCHAR'`).join(", ");
  const compression = file.format === "csv.gz" ? "gzip" : "none";
  const from = `read_csv(${sqlFilePath(file.path)}, auto_detect = false, hive_partitioning = false, header = true, columns = {${types}},
    delim = ',', quote = '"', escape = '"', nullstr = '', compression = '${compression}')`;
  const columns = header.map((name, i) => ({ name, type: "VARCHAR", cell: `c${i}` }));
  return { from, columns, hasBlanks: false, isBlank: false };
}

/** Reads text columns as JSON: an object in a cell can then be told from a string that looks like one. */
async function ndjsonRelation(
  db: BuildDatabase,
  table: TableDefinition,
  file: TableFile,
): Promise<FileRelation> {
  const path = sqlFilePath(file.path);
  const [lines] = await db.rows<{ total: bigint; first_other: bigint | null }>(
    `SELECT count(*) AS total, min(line) FILTER (WHERE json_type(json) <> 'OBJECT') AS first_other
     FROM (SELECT row_number() OVER () AS line, json FROM read_ndjson_objects(${path}))`,
  );
  if (lines.first_other !== null) {
    throw badDataset(`${file.name}: row ${lines.first_other} is not a JSON object`);
  }
  const keys = await db.rows<{ key: string }>(
    `SELECT DISTINCT unnest(json_keys(json)) AS key FROM read_ndjson_objects(${path}) ORDER BY key`,
  );
  const columns = keys.map(({ key }) => {
    const isText = table.columns.some((column) => column.name === key && column.type === "text");
    return { name: key, type: isText ? "JSON" : "VARCHAR", cell: sqlName(key) };
  });
  const types = columns.map(({ name, type }) => `${sqlText(name)}: '${type}'`).join(", ");
  const from =
    columns.length === 0
      ? "(SELECT 1 WHERE false)"
      : `read_json(${path}, format = 'newline_delimited', hive_partitioning = false, columns = {${types}})`;
  return { from, columns, hasBlanks: true, isBlank: lines.total === 0n };
}
