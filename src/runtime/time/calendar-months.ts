import { DAY_MS } from "./calendar-date.ts";

/** Adds calendar months (negative: subtracts) to a day number; clamps to the last day of a shorter month. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const first = (at: number) => Date.UTC(Math.floor(at / 12), at - 12 * Math.floor(at / 12), 1) / DAY_MS;
  return Math.min(first(month) + date.getUTCDate() - 1, first(month + 1) - 1);
}
