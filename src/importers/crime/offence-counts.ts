import type { StateCode } from "../../dataset/states.ts";
import type { Offence } from "../../dataset/tables/offences.ts";
import { remembered } from "../../runtime/lazy.ts";

/** A count of one file: what was recorded in a suburb within one of the file's periods. */
export interface OffenceCount {
  /** The suburb as the publisher writes it. */
  readonly suburb: string;
  /** The council next to it, which tells suburbs of one name apart; "" where none is given. */
  readonly council: string;
  /** `2022` for a year of the publisher's own, `2022-Q2` or `2022-06` for parts of one. */
  readonly period: string;
  readonly offence: Offence;
  readonly offences: number;
  readonly row: number;
}

export interface OffencePart {
  readonly state: StateCode;
  /** Month in which the publisher's years end, for periods that are years; null where the file does not say. */
  readonly yearEnds: number | null;
  /** Periods that the file covers from their first to their last day. */
  readonly periods: readonly string[];
  readonly counts: readonly OffenceCount[];
}

/** Counts summed over the publisher's finer classes, in order of their first row. */
export function summedCounts(counts: Iterable<OffenceCount>): OffenceCount[] {
  const sums = new Map<string, OffenceCount>();
  for (const count of counts) {
    const key = [count.suburb, count.council, count.period, count.offence].join("\u0000");
    const before = sums.get(key);
    sums.set(key, before === undefined ? count : { ...before, offences: before.offences + count.offences });
  }
  return [...sums.values()];
}

/** A file's counts whose suburbs were found. */
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
