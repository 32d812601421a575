import { RESTRICTED_LICENCE } from "../../dataset/table-definition.ts";
import type { ImportRow } from "../../importers/importer.ts";
import type { MergedTable } from "../../importers/run/merge.ts";

const DAILY_YEARS = 2;

/** Removes rows that may not be public, and thins out old short positions. */
export function keepOpen(tables: readonly MergedTable[]): MergedTable[] {
  const hidden = new Set(
    rowsOf(tables, "economic_series")
      .filter(isRestricted)
      .map(({ series_key }) => series_key),
  );
  return tables.map(({ table, rows }) => {
    const open = rows.filter((row) => !isRestricted(row) && !hidden.has(row.series_key));
    return { table, rows: table === "short_positions" ? thinned(open) : open };
  });
}

/** The day after which every day of short positions is kept; before it only the last day of each month. */
export function firstDailyDay(rows: readonly ImportRow[]): string {
  const last = rows
    .map(({ date }) => String(date))
    .sort()
    .at(-1)!;
  return `${Number(last.slice(0, 4)) - DAILY_YEARS}${last.slice(4)}`;
}

function thinned(rows: readonly ImportRow[]): ImportRow[] {
  const first = firstDailyDay(rows);
  const monthEnds = new Map<string, string>();
  for (const { date } of rows) {
    const [day, month] = [String(date), String(date).slice(0, 7)];
    if (day > (monthEnds.get(month) ?? "")) monthEnds.set(month, day);
  }
  return rows.filter(({ date }) => {
    const day = String(date);
    return day > first || monthEnds.get(day.slice(0, 7)) === day;
  });
}

function isRestricted({ source_licence, licence, internal_only }: ImportRow): boolean {
  return source_licence === RESTRICTED_LICENCE || licence === RESTRICTED_LICENCE || internal_only === true;
}

function rowsOf(tables: readonly MergedTable[], name: string): readonly ImportRow[] {
  return tables.find(({ table }) => table === name)?.rows ?? [];
}
