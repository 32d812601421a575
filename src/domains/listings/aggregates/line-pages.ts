import { PAGE_LINES } from "../../../engine/pages/paged-lines.ts";

/**
 * Lines that are joined into pages at a time: joining texts takes memory that DuckDB cannot put aside on disk. So many
 * take less than 100 MB. Whole pages, so that a page never spans two turns.
 */
export const BATCH_LINES = 1_600 * PAGE_LINES;

/** SQL for an empty table of pages: the number, first and last key of each, and its lines. */
export function pageTable(name: string): string {
  return `CREATE TABLE ${name} (page INTEGER, first_key UBIGINT, last_key UBIGINT, lines VARCHAR)`;
}

/** SQL for the pages of a relation with `line_no` from 0 in key order, `key_hash` and `payload`. */
export function pagesOf(lines: string): string {
  return `
SELECT
  CAST(line_no // ${PAGE_LINES} AS INTEGER) AS page,
  min(key_hash) AS first_key,
  max(key_hash) AS last_key,
  string_agg(lpad(hex(key_hash), 16, '0') || payload || chr(10), '' ORDER BY line_no) AS lines
FROM ${lines}
GROUP BY page
ORDER BY page`;
}
