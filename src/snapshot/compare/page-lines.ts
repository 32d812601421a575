import type { Comparison, Side } from "./open-comparison.ts";

/** Letters of the key before each line of a page. */
const KEY_LETTERS = 16;

/** True for a table whose rows are pages of lines, each under the key it begins with. */
export function holdsPages({ columns }: Comparison, table: string): boolean {
  return (["before", "after"] as const).some((side) => columns(side, table).has("lines"));
}

/** SQL for the lines of a table of pages: key and payload. How lines fall into pages is nobody's difference. */
export function pageLines({ rows }: Comparison, side: Side, table: string): string {
  return `(
SELECT left(line, ${KEY_LETTERS}) AS key, substr(line, ${KEY_LETTERS + 1}) AS payload
FROM (SELECT unnest(string_split(lines, chr(10))) AS line FROM ${rows(side, table, ["lines"])})
WHERE line <> '')`;
}
