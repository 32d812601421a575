/** A text as an SQL literal. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** The path of one file as an SQL literal for a reading function, which would take `*`, `?` and `[` for a pattern. */
export function sqlFilePath(path: string): string {
  return sqlText(path.replaceAll(/[*?[]/g, "[$&]"));
}

/**
 * One Parquet file as a relation. Its columns are those of the file: a folder on the way, such as `source=abs`, would be
 * taken for a column otherwise, and overwrite the one of that name.
 */
export function sqlParquet(path: string, options = ""): string {
  return `read_parquet(${sqlFilePath(path)}, hive_partitioning = false${options})`;
}

/** A name as a quoted SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
