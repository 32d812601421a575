import { DAY_MS } from "../../runtime/time/calendar-date.ts";

/** Months since year 0: `year * 12 + month - 1`. Consecutive months differ by 1, quarters by 3. */
export type MonthNumber = number;

/** UTC month of a day number (days since 1970-01-01). */
export function monthOfDay(dayNumber: number): MonthNumber {
  const date = new Date(dayNumber * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function firstDayOfMonth(month: MonthNumber): number {
  return Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
}

/** One series by calendar month: `values[i]` is the value of `months[i]`, ascending. */
export interface AlignedSeries {
  readonly months: readonly MonthNumber[];
  readonly values: readonly number[];
}

/**
 * One value a calendar month, from observations ascending by date; the last one in a month wins. Quarterly
 * values are carried forward into the later months of their own calendar quarter, never beyond and never
 * backward. `isQuarterly` comes from the catalogue, not from the spacing: a monthly series with gaps gets no
 * invented months, and a quarterly one with shifted dates keeps its carry.
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
