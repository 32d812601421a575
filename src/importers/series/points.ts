import type { RejectTally } from "../run/reject-tally.ts";

/** Figures by the last days of their periods, ascending. */
export interface Points {
  readonly lastDays: readonly string[];
  readonly values: readonly number[];
}

/** A figure as its publisher dates it. */
interface Figure {
  readonly row: number;
  readonly period: string;
  readonly lastDay: string;
  readonly value: number;
}

/** The figures of a series in time order; of a period that occurs twice the second one is rejected. */
export function inTimeOrder(seriesId: string, figures: readonly Figure[], tally: RejectTally): Points {
  const found = new Map<string, number>();
  for (const { row, period, lastDay, value } of figures) {
    if (found.has(lastDay))
      tally.reject("period twice", row, `${seriesId} has a second figure for ${period}`);
    else found.set(lastDay, value);
  }
  const lastDays = [...found.keys()].sort();
  return { lastDays, values: lastDays.map((day) => found.get(day)!) };
}
