import { checkTableFile } from "../../dataset/check-table-file.ts";
import type { TableFile } from "../../dataset/locate-tables.ts";
import type { TableDefinition } from "../../dataset/table-definition.ts";
import { badDataset } from "../../runtime/errors.ts";
import { sqlFilePath, sqlName, sqlParquet, sqlText } from "../tables/sql-text.ts";
import type { BuildDatabase } from "../tables/write-tables.ts";

/** A column that a table's file really holds. */
export interface FileColumn {
  readonly name: string;
  /** DuckDB type of the cells: VARCHAR in CSV, VARCHAR or JSON in NDJSON, the stored type in Parquet. */
  readonly type: string;
  /** SQL expression for the cell. */
  readonly cell: string;
}

/** How SQL sees a table's file: rows in file order. */
export interface FileRelation {
  /** SQL that comes after FROM. */
  readonly from: string;
  readonly columns: readonly FileColumn[];
  /** False where an empty cell is read as missing. */
  readonly hasBlanks: boolean;
  /** True for a file of no lines in a format that names columns line by line: it misses no column. */
  readonly isBlank: boolean;
}

/** The relation and columns of a table's file. An NDJSON file has the keys that occur in any of its lines. */
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

/** Header names stay out of the SQL: cells are c0, c1 … in file order. */
function csvRelation(file: TableFile, header: readonly string[]): FileRelation {
  const types = header.map((_, i) => `'c${i}': 'VARCHAR'`).join(", ");
  const compression = file.format === "csv.gz" ? "gzip" : "none";
  const from = `read_csv(${sqlFilePath(file.path)}, auto_detect = false, hive_partitioning = false, header = true, columns = {${types}},
    delim = ',', quote = '"', escape = '"', nullstr = '', compression = '${compression}')`;
  const columns = header.map((name, i) => ({ name, type: "VARCHAR", cell: `c${i}` }));
  return { from, columns, hasBlanks: false, isBlank: false };
}

/** Texts are read as JSON, so that an object or array in their place can be told from a text that looks like one. */
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
