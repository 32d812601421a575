/** SQL for an instant as RFC 3339 in UTC, with a fraction of a second only if it has one. */
export function instantText(column: string): string {
  return `(replace(CAST(${column} AS VARCHAR), ' ', 'T') || 'Z')`;
}
