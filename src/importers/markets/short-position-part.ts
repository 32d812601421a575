import { dateOfDay, dayNumberOf } from "../../runtime/time/calendar-date.ts";
import { earliestAvailable } from "../../runtime/time/trading-days.ts";

/** The positions of one day. Lists are by code; a figure that is not told is null. */
export interface ShortPositionDay {
  readonly date: string;
  /** A report that is issued again for a day has a higher number; a yearly table has 0. */
  readonly issue: number;
  readonly codes: readonly string[];
  readonly products: readonly string[];
  readonly shorts: readonly (number | null)[];
  readonly onIssue: readonly (number | null)[];
  /** Percent of the shares on issue. */
  readonly percents: readonly (number | null)[];
}

export interface ShortPositionPart {
  readonly days: readonly ShortPositionDay[];
}

export interface PositionCells {
  readonly product: string;
  readonly short: number | null;
  readonly onIssue: number | null;
  readonly percent: number | null;
}

/** A day's positions in the order of codes. */
export function positionDay(
  date: string,
  issue: number,
  found: ReadonlyMap<string, PositionCells>,
): ShortPositionDay {
  const codes = [...found.keys()].sort();
  const list = <Key extends keyof PositionCells>(key: Key) => codes.map((code) => found.get(code)![key]);
  return {
    date,
    issue,
    codes,
    products: list("product"),
    shorts: list("short"),
    onIssue: list("onIssue"),
    percents: list("percent"),
  };
}

/** The first day on which positions of a date can be out. */
export function earliestCopy(date: string): string {
  return dateOfDay(earliestAvailable(dayNumberOf(date)!));
}

/** The number of a cell; null for an empty one or a dash, undefined for anything else. */
export function numberCell(text: string): number | null | undefined {
  if (text === "" || text === "-") return null;
  const value = Number(text.replaceAll(",", ""));
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
