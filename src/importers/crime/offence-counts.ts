import type { StateCode } from "../../dataset/states.ts";
import type { Offence } from "../../dataset/tables/offences.ts";

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
