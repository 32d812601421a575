/** SQL for a row's fields as one JSON array of their values; the fields are columns in reach. */
export function packedRow(fields: readonly string[]): string {
  return `CAST(json_array(${fields.join(", ")}) AS VARCHAR)`;
}

/** SQL for an instant in epoch milliseconds, fractions kept. */
export function epochMs(column: string): string {
  return `epoch_us(${column}) / 1000`;
}
