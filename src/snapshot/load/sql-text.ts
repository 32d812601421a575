/** A text as an SQL literal. */
export function sqlText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** The path of one file as an SQL literal for a reading function, which would take `*`, `?` and `[` for a pattern. */
export function sqlFilePath(path: string): string {
  return sqlText(path.replaceAll(/[*?[]/g, "[$&]"));
}

/** A name as a quoted SQL identifier. */
export function sqlName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
