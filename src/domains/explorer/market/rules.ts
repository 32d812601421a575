import { quoted } from "../../../rpc/request-rules.ts";
import { TerraceError } from "../../../runtime/errors.ts";
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

export function unknownSuburb(salCode: string): TerraceError {
  return new TerraceError("not_found", `sal_code: there is no suburb ${quoted(salCode)}`);
}
