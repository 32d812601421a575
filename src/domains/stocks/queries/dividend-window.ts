import type { Page } from "../../../engine/pages/page.ts";
import { dateOfDay, dayNumberOf } from "../../../runtime/time/calendar-date.ts";

const TRAILING_DAYS = 365;

/** Places of the dividends of the last years and of later days, and of those that went ex in the last 365 days. */
export function dividendWindow(
  page: Page | undefined,
  today: number,
  years: number,
): { readonly shown: readonly number[]; readonly trailing: readonly number[] } {
  const firstDay = yearsBefore(today, years);
  const shown: number[] = [];
  const trailing: number[] = [];
  for (let place = 0; place < (page?.count ?? 0); place++) {
    const exDay = page!.from(place);
    if (exDay >= firstDay) shown.push(place);
    if (exDay > today - TRAILING_DAYS && exDay <= today) trailing.push(place);
  }
  return { shown, trailing };
}

/** The same day some years earlier; the last of February for the 29th where there is none. */
function yearsBefore(day: number, years: number): number {
  const text = dateOfDay(day);
  const year = String(Number(text.slice(0, 4)) - years).padStart(4, "0");
  return dayNumberOf(`${year}${text.slice(4)}`) ?? dayNumberOf(`${year}-02-28`)!;
}
