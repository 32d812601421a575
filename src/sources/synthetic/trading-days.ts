import { dateText, dayNumber, weekday } from "./calendar.ts";

const FIRST_DAY = dayNumber(2010, 6, 16);
/** Short positions are published with a delay, so the newest date is a week before the as-of. */
const LAST_DAY = dayNumber(2026, 11, 6);

/** Trading dates, oldest first: weekdays that are no market holiday. */
export function tradingDays(): number[] {
  const holidays = new Set<number>();
  for (let year = 2010; year <= 2026; year++) for (const day of marketHolidays(year)) holidays.add(day);
  const days: number[] = [];
  for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
    const isWeekend = weekday(day) === 0 || weekday(day) === 6;
    if (!isWeekend && !holidays.has(day)) days.push(day);
  }
  return days;
}

/** The last trading day of each month among the days. */
export function monthEnds(days: readonly number[]): number[] {
  return days.filter((day, i) => i === days.length - 1 || monthOf(days[i + 1]) !== monthOf(day));
}

function monthOf(day: number): string {
  return dateText(day).slice(0, 7);
}

function marketHolidays(year: number): number[] {
  const easter = easterSunday(year);
  const christmas = dayNumber(year, 12, 25);
  const [first, second] = nextTwoWeekdays(christmas);
  return [
    nextWeekday(dayNumber(year, 1, 1)),
    nextWeekday(dayNumber(year, 1, 26)),
    easter - 2,
    easter + 1,
    dayNumber(year, 4, 25),
    secondMonday(year, 6),
    first,
    second,
  ];
}

function nextWeekday(day: number): number {
  const offset = [1, 0, 0, 0, 0, 0, 2][weekday(day)];
  return day + offset;
}

function nextTwoWeekdays(day: number): [number, number] {
  const first = nextWeekday(day);
  return [first, nextWeekday(first + 1)];
}

function secondMonday(year: number, month: number): number {
  const first = dayNumber(year, month, 1);
  return first + ((8 - weekday(first)) % 7) + 7;
}

/** Gregorian Easter from the golden number and the century's corrections. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const moon =
    (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30;
  const fullMoon =
    moon - Math.floor(moon / 28) * (1 - Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
  const march21 = dayNumber(year, 3, 21);
  // The Sunday after the full moon, never on it.
  const day = march21 + fullMoon;
  return day + 7 - weekday(day);
}
