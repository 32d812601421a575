import { firstDayOf, lastDayOf } from "../series/period.ts";

export interface DatedValue {
  readonly date: string;
  readonly value: number;
}

interface Points {
  readonly lastDays: string[];
  readonly values: number[];
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
  const points: Points = { lastDays: [], values: [] };
  if (changes.lastDays.length === 0) return points;
  let next = 0;
  let value = Number.NaN;
  for (let day = changes.lastDays[0]; day < lastDayOf(published); day = monthAfter(day)) {
    if (changes.lastDays[next] === day) value = changes.values[next++];
    points.lastDays.push(day);
    points.values.push(value);
  }
  return points;
}

function monthAfter(lastDay: string): string {
  const [year, month] = firstDayOf(lastDay, "M").split("-").map(Number);
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`;
  return lastDayOf(next);
}
