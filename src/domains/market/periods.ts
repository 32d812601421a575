import type { GroupedDays } from "../../engine/columns/grouped-days.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { addMonths } from "../../runtime/time/calendar-months.ts";

const DAYS = { "1D": 1, "1W": 7 } as const;
const MONTHS = {
  "1M": 1,
  "3M": 3,
  "6M": 6,
  "1Y": 12,
  "2Y": 24,
  "5Y": 60,
  "10Y": 120,
  MAX: 1200,
} as const;

export type Period = keyof typeof DAYS | keyof typeof MONTHS;

export const PERIODS = [...Object.keys(DAYS), ...Object.keys(MONTHS)] as Period[];

/** The period in capitals; the fallback when none is given. */
export function periodOf(text: string, fallback: Period): Period {
  const period = text.trim().toUpperCase();
  if (period === "") return fallback;
  if ((PERIODS as readonly string[]).includes(period)) return period as Period;
  throw invalidArgument(`period: ${quoted(text)} is not one of ${PERIODS.join(", ")}`);
}

/** The rule of a field that holds one. */
export const periodOr = (fallback: Period) => (text: string) => periodOf(text, fallback);

/** The day a period before another. */
export function periodBefore(day: number, period: Period): number {
  return period in DAYS
    ? day - DAYS[period as keyof typeof DAYS]
    : addMonths(day, -MONTHS[period as keyof typeof MONTHS]);
}

/** Places of a group in a window, whose period, where it has no first day, ends with the newest day: [first, end). */
export function windowPlaces(
  days: GroupedDays,
  group: number,
  { period, from, to }: { [Name in "from" | "to"]: number | undefined } & { period: Period | undefined },
  newest: number,
): readonly [first: number, end: number] {
  const [begin, end] = days.placesOf(group);
  const firstDay = from ?? (period === undefined ? undefined : periodBefore(newest, period) + 1);
  const first = firstDay === undefined ? begin : days.firstAfter(group, firstDay - 1);
  return [first, Math.max(first, to === undefined ? end : days.firstAfter(group, to))];
}
