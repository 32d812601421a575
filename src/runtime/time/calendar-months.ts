import { DAY_MS } from "./calendar-date.ts";

/** The day so many months later (earlier when negative); the last day of its month where the month is too short. */
export function addMonths(day: number, months: number): number {
  const date = new Date(day * DAY_MS);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const first = (at: number) => Date.UTC(Math.floor(at / 12), at - 12 * Math.floor(at / 12), 1) / DAY_MS;
  return Math.min(first(month) + date.getUTCDate() - 1, first(month + 1) - 1);
}
