import type { StateCode } from "../../dataset/states.ts";
import type { Offence } from "../../dataset/tables/offences.ts";
import { remembered } from "../../runtime/lazy.ts";

export interface OffenceCount {
  /** Suburb name in the publisher's spelling. */
  readonly suburb: string;
  /** Council, which distinguishes suburbs of the same name; "" when missing. */
  readonly council: string;
  /** `2022` for a year as the publisher defines it, `2022-Q2` or `2022-06` for a quarter or month. */
  readonly period: string;
  readonly offence: Offence;
  readonly offences: number;
  readonly row: number;
}

export interface OffencePart {
  readonly state: StateCode;
  /** Last month of the publisher's years, for yearly periods; null when the file does not state it. */
  readonly yearEnds: number | null;
  /** Periods that the file covers completely. */
  readonly periods: readonly string[];
  readonly counts: readonly OffenceCount[];
}

/** Sums the publisher's finer classes per suburb and period, in order of the first row. */
export function summedCounts(counts: Iterable<OffenceCount>): OffenceCount[] {
  const sums = new Map<string, OffenceCount>();
  for (const count of counts) {
    const key = [count.suburb, count.council, count.period, count.offence].join("\u0000");
    const before = sums.get(key);
    sums.set(key, before === undefined ? count : { ...before, offences: before.offences + count.offences });
  }
  return [...sums.values()];
}

interface MatchedPart extends Omit<OffencePart, "counts"> {
  readonly counts: readonly (OffenceCount & { readonly salCode: string })[];
}

interface SuburbYear {
  readonly salCode: string;
  readonly offence: Offence;
  readonly year: number;
  readonly yearEnds: number | null;
  readonly offences: number;
}

/** Year of a period, the month in which that year ends, and the number of such periods in a year. */
function placeOf(period: string, yearEnds: number | null) {
  const [year, part] = period.split("-");
  if (part === undefined) return { year: Number(year), yearEnds, ofYear: 1 };
  const isQuarter = part.startsWith("Q");
  const lastMonth = isQuarter ? 3 * Number(part.slice(1)) : Number(part);
  return { year: Number(year) + (lastMonth > 6 ? 1 : 0), yearEnds: 6, ofYear: isQuarter ? 4 : 12 };
}

/**
 * Sums by suburb, kind and year over all files of a state, oldest file first; a later file overrides a
 * period. A year of months or quarters counts only when files that name the suburb cover all of it; `left`
 * lists periods of incomplete years. If a file names a suburb but not a kind that it lists elsewhere, that
 * count is 0, so that an older year does not pass as the newest.
 */
export function yearsOf(parts: readonly MatchedPart[]): { years: SuburbYear[]; left: string[] } {
  const sums = new Map<string, number>();
  const covered = new Map<string, Set<string>>();
  const yearEnds = new Map<string, number | null>();
  for (const part of parts) {
    for (const period of part.periods) yearEnds.set(period, part.yearEnds);
    const own = new Map<string, number>();
    for (const { salCode, offence, period, offences } of part.counts) {
      const key = `${salCode} ${offence} ${period}`;
      own.set(key, (own.get(key) ?? 0) + offences);
    }
    const suburbs = new Set(part.counts.map(({ salCode }) => salCode));
    const kinds = new Set(part.counts.map(({ offence }) => offence));
    for (const salCode of suburbs)
      for (const offence of kinds)
        for (const period of part.periods) {
          const key = `${salCode} ${offence} ${period}`;
          sums.set(key, own.get(key) ?? 0);
          remembered(covered, `${salCode} ${offence}`, () => new Set()).add(period);
        }
  }
  const years: SuburbYear[] = [];
  const left = new Set<string>();
  for (const [key, periods] of covered) {
    const [salCode, offence] = key.split(" ") as [string, Offence];
    const byYear = Map.groupBy(periods, (period) => placeOf(period, yearEnds.get(period) ?? null).year);
    for (const [year, own] of byYear) {
      const place = placeOf(own[0], yearEnds.get(own[0]) ?? null);
      if (own.length < place.ofYear) for (const period of own) left.add(period);
      else {
        const offences = own.reduce((sum, period) => sum + sums.get(`${key} ${period}`)!, 0);
        years.push({ salCode, offence, year, yearEnds: place.yearEnds, offences });
      }
    }
  }
  return { years, left: [...left].sort() };
}
