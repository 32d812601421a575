import type { RejectTally } from "../run/reject-tally.ts";

export interface Points {
  readonly lastDays: readonly string[];
  readonly values: readonly number[];
}

interface Figure {
  readonly row: number;
  readonly period: string;
  readonly lastDay: string;
  readonly value: number;
}

/** Sorts by time. Rejects the second figure of a repeated period. */
export function inTimeOrder(seriesId: string, figures: readonly Figure[], tally: RejectTally): Points {
  const found = new Map<string, number>();
  for (const { row, period, lastDay, value } of figures) {
    if (found.has(lastDay)) tally.reject("period twice", row, `${seriesId} has two figures for ${period}`);
    else found.set(lastDay, value);
  }
  const lastDays = [...found.keys()].sort();
  return { lastDays, values: lastDays.map((day) => found.get(day)!) };
}
