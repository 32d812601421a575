/** A row without its nulls, so that a message leaves those fields at their default or unset. */
export function withoutNulls<Row extends object>(row: Row): { [K in keyof Row]?: NonNullable<Row[K]> } {
  const fields: Partial<Record<keyof Row, unknown>> = {};
  for (const name of Object.keys(row) as (keyof Row)[]) {
    if (row[name] !== null && row[name] !== undefined) fields[name] = row[name];
  }
  return fields as { [K in keyof Row]?: NonNullable<Row[K]> };
}
