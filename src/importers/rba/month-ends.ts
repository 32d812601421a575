import { dateOfDay, dayNumber } from "../../runtime/time/calendar-date.ts";
import { lastDayOf } from "../series/period.ts";
import type { Points } from "../series/points.ts";

export interface DatedValue {
  readonly date: string;
  readonly value: number;
}

/** The last figure of each month. The month of the publication is left out: it may not be over. */
export function lastOfEachMonth(figures: readonly DatedValue[], published: string): Points {
  const months = new Map<string, DatedValue>();
  for (const figure of figures) {
    const month = lastDayOf(figure.date);
    const before = months.get(month);
    if (before === undefined || before.date <= figure.date) months.set(month, figure);
  }
  const lastDays = [...months.keys()].sort().filter((day) => day < lastDayOf(published));
  return { lastDays, values: lastDays.map((day) => months.get(day)!.value) };
}

/** The announced level at the end of each month, from the first announcement to the month before the publication. */
export function levelAtMonthEnds(announced: readonly DatedValue[], published: string): Points {
  const changes = lastOfEachMonth(announced, published);
  const [lastDays, values]: [string[], number[]] = [[], []];
  const end = lastDayOf(published);
  for (let day = changes.lastDays[0] ?? end, next = 0; day < end; day = monthAfter(day)) {
    if (changes.lastDays[next] === day) next++;
    lastDays.push(day);
    values.push(changes.values[next - 1]);
  }
  return { lastDays, values };
}

/** The last day of the month after. */
function monthAfter(lastDay: string): string {
  const [year, month] = lastDay.split("-").map(Number);
  return dateOfDay(dayNumber(year, month + 2, 0));
}
