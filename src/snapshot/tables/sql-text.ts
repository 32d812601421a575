/** A string as an SQL literal. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A path as an SQL literal for DuckDB's readers, with `*`, `?` and `[` escaped: they expand patterns. */
export function sqlFilePath(path: string): string {
  return sqlText(path.replaceAll(/[*?[]/g, "[$&]"));
}

/** A Parquet file as a relation. The option keeps a folder such as `source=abs` from becoming a column. */
export function sqlParquet(path: string, options = ""): string {
  return `read_parquet(${sqlFilePath(path)}, hive_partitioning = false${options})`;
}

/** A name as a quoted SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
