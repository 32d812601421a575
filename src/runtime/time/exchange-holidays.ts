import { dayNumber } from "./calendar-date.ts";

const CLOSED_ONCE: readonly number[] = [
  // National day of mourning.
  dayNumber(2022, 9, 22),
];

/**
 * Day numbers in a year on which the national exchange may be closed, ascending. Days that are closed in some
 * years only are included: one day too many is safe, one too few would let a reader look ahead.
 */
export function exchangeHolidays(year: number): number[] {
  const anzac = nextWeekday(dayNumber(year, 4, 25));
  const moved = anzac === easterSunday(year) + 1 ? anzac + 1 : anzac;
  const once = CLOSED_ONCE.filter((day) => day >= dayNumber(year, 1, 1) && day < dayNumber(year + 1, 1, 1));
  return [...new Set([...regularHolidays(year), moved, ...once])].sort((a, b) => a - b);
}

/** Day numbers of the yearly holidays, with Anzac Day on its date even at a weekend. */
export function regularHolidays(year: number): number[] {
  const easter = easterSunday(year);
  const christmas = nextWeekday(dayNumber(year, 12, 25));
  return [
    nextWeekday(dayNumber(year, 1, 1)),
    nextWeekday(dayNumber(year, 1, 26)),
    easter - 2,
    easter + 1,
    dayNumber(year, 4, 25),
    secondMonday(year, 6),
    christmas,
    nextWeekday(christmas + 1),
  ];
}

export function isWeekend(day: number): boolean {
  return weekday(day) === 0 || weekday(day) === 6;
}

/** 0 is Sunday. */
function weekday(day: number): number {
  return (day + 4) % 7;
}

function nextWeekday(day: number): number {
  return day + [1, 0, 0, 0, 0, 0, 2][weekday(day)];
}

function secondMonday(year: number, month: number): number {
  const first = dayNumber(year, month, 1);
  return first + ((8 - weekday(first)) % 7) + 7;
}

/** Gregorian Easter by the golden number and century corrections. */
function easterSunday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const moon =
    (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30;
  const fullMoon =
    moon - Math.floor(moon / 28) * (1 - Math.floor(29 / (moon + 1)) * Math.floor((21 - golden) / 11));
  // The Sunday after the full moon, never the same day.
  const day = dayNumber(year, 3, 21) + fullMoon;
  return day + 7 - weekday(day);
}
