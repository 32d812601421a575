/** SQL for an instant as RFC 3339 in UTC; a fraction of a second is written only where there is one. */
export function instantText(column: string): string {
  return `(replace(CAST(${column} AS VARCHAR), ' ', 'T') || 'Z')`;
}
