import type { Offence } from "../../dataset/tables/offences.ts";
import { remembered } from "../../runtime/lazy.ts";
import type { OffenceCount, OffencePart } from "./offence-counts.ts";

/** A file's counts whose suburbs were found. */
export interface MatchedPart extends Omit<OffencePart, "counts"> {
  readonly counts: readonly (OffenceCount & { readonly salCode: string })[];
}

export interface SuburbYear {
  readonly salCode: string;
  readonly offence: Offence;
  readonly year: number;
  readonly yearEnds: number | null;
  readonly offences: number;
}

/** A period's place: its year, the month in which that year ends, and how many such periods make a year. */
function placeOf(period: string, yearEnds: number | null) {
  const [year, part] = period.split("-");
  if (part === undefined) return { year: Number(year), yearEnds, ofYear: 1 };
  const isQuarter = part.startsWith("Q");
  const lastMonth = isQuarter ? 3 * Number(part.slice(1)) : Number(part);
  return { year: Number(year) + (lastMonth > 6 ? 1 : 0), yearEnds: 6, ofYear: isQuarter ? 4 : 12 };
}

/**
 * Counts by suburb, kind and year over all files of a state, the oldest first. Where two files cover a period of a
 * suburb, the later one's count is taken. A year made of months or quarters counts where the files that name the
 * suburb cover all of it. A file that names a suburb lists what was recorded there: a kind that it lists for any suburb,
 * and not for this one in this period, was recorded 0 times, so that no older year is taken for the newest.
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
