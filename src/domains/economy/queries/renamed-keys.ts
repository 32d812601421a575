import type { SeriesStore } from "./series-store.ts";

/** Earlier spellings of series keys, by what they begin with. They answer for one version more. */
const RENAMED: readonly (readonly [before: string, now: string])[] = [
  ["rates.cash_rate.", "rates.cash_rate_target."],
  ["lending.new_loan_commitments.", "lending.new_commitments."],
  ["approvals.dwellings.", "approvals.dwelling_units."],
];

/** The present spelling of a key; undefined for one that was never spelled otherwise. */
export function presentKey(key: string): string | undefined {
  const industry = /^markets\.short_interest_mean\.([a-z0-9_]+)$/.exec(key);
  if (industry !== null) return `markets.short_interest_avg.${industry[1].replaceAll("_", "-")}.aus`;
  const renamed = RENAMED.find(([before]) => key.startsWith(before));
  return renamed === undefined ? undefined : renamed[1] + key.slice(renamed[0].length);
}

/** The number of a series under its key or an earlier spelling; a series that really has that key comes first. */
export function seriesNumber({ numbers }: SeriesStore, key: string): number | undefined {
  const present = numbers.has(key) ? key : presentKey(key);
  return present === undefined ? undefined : numbers.get(present);
}

/** The keys among those asked for that have another spelling now. */
export function renamedKeys(
  { numbers }: Pick<SeriesStore, "numbers">,
  asked: readonly string[],
): { asked: string; seriesKey: string }[] {
  return asked.flatMap((key) => {
    const present = numbers.has(key) ? undefined : presentKey(key);
    return present !== undefined && numbers.has(present) ? [{ asked: key, seriesKey: present }] : [];
  });
}
