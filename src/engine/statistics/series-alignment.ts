import { DAY_MS } from "../../runtime/time/calendar-date.ts";

/** Months since year 0: `year * 12 + month - 1`, so that consecutive months differ by 1 and quarters by 3. */
export type MonthNumber = number;

/** The month of a day number (days since 1970-01-01), by the UTC calendar. */
export function monthOfDay(dayNumber: number): MonthNumber {
  const date = new Date(dayNumber * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The day number of a month's first day. */
export function firstDayOfMonth(month: MonthNumber): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
}

/** Observations of one series laid out by calendar month, and the months they fill. */
export interface AlignedSeries {
  readonly months: readonly MonthNumber[];
  readonly values: readonly number[];
}

/**
 * One value a calendar month, from observations in ascending order of date: of two in one month the later wins. The
 * values of a quarterly series are carried into the later months of their own calendar quarter, never further and never
 * backward. Quarterly is what the catalogue says, not what the spacing looks like: a monthly series with gaps gets no
 * invented months, and a quarterly one whose dates moved keeps its carry.
 */
export function alignByMonth(
  months: ArrayLike<MonthNumber>,
  values: ArrayLike<number>,
  isQuarterly: boolean,
): AlignedSeries {
  const ownMonths: number[] = [];
  const ownValues: number[] = [];
  for (let at = 0; at < months.length; at++) {
    const last = ownMonths.length - 1;
    if (last >= 0 && ownMonths[last] === months[at]) {
      ownValues[last] = values[at];
      continue;
    }
    ownMonths.push(months[at]);
    ownValues.push(values[at]);
  }
  if (!isQuarterly) return { months: ownMonths, values: ownValues };

  const carried: { months: number[]; values: number[] } = { months: [], values: [] };
  for (let at = 0; at < ownMonths.length; at++) {
    const quarterEnd = ownMonths[at] - (ownMonths[at] % 3) + 3;
    const end = Math.min(quarterEnd, ownMonths[at + 1] ?? Infinity);
    for (let month = ownMonths[at]; month < end; month++) {
      carried.months.push(month);
      carried.values.push(ownValues[at]);
    }
  }
  return carried;
}
