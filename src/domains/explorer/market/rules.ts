import type { Row } from "../../../snapshot/pages/row-message.ts";

/** More than any series has. */
export const ALL_NEWEST = 1_000_000;

/** How many of the newest elements are requested. */
export interface Newest {
  readonly weeks: number;
  readonly periods: number;
}

export function newestOf(request: { readonly lastWeeks: number; readonly lastPeriods: number }): Newest {
  const bounded = (count: number) => (count === 0 ? ALL_NEWEST : Math.min(count, ALL_NEWEST));
  return { weeks: bounded(request.lastWeeks), periods: bounded(request.lastPeriods) };
}

/** The last rows of each group; rows of a group are adjacent. */
export function newestRows(rows: readonly Row[], count: number, group: string): Row[] {
  return [...Map.groupBy(rows, (row) => row[group]).values()].flatMap((own) => own.slice(-count));
}
