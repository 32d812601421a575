import { describe, expect, it } from "vitest";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";
import { exchangeHolidays } from "../../../src/runtime/time/exchange-holidays.ts";
import { isTradingDay } from "../../../src/runtime/time/trading-days.ts";
import { REAL_DATA, realFile } from "../../support/data/import-files.ts";

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** Weekdays on which a published calendar says that trading is closed. */
function closedDays(year: string, rows: readonly (readonly string[])[]): string[] {
  return rows
    .filter((cells) => cells.some((cell) => /^closed\b/i.test(cell.trim())))
    .flatMap((cells) => {
      const [, day, month] = /(\d{1,2})\s+([A-Z][a-z]+)/.exec(cells[1]) ?? [];
      const number = MONTHS.findIndex((name) => name.startsWith(month)) + 1;
      expect([year, cells[1], number]).not.toEqual([year, cells[1], 0]);
      return `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
    })
    .filter((date) => ![0, 6].includes(new Date(date).getUTCDay()));
}

describe.skipIf(REAL_DATA === undefined)("the exchange's own calendar (TERRACE_REAL_DATA)", () => {
  it("closes on no weekday from 2010 to 2020 that is not computed, and on most that are", () => {
    const extra: string[] = [];
    let closed = 0;
    for (const file of realFile("asx-fundamentals/trading-holidays.2000-2020.zip").members()) {
      const year = file.name.slice(0, 4);
      if (year < "2010") continue;
      const published = closedDays(year, file.csv());
      const computed = exchangeHolidays(Number(year)).map(dateOfDay);
      for (const date of published) expect(computed, date).toContain(date);
      closed += published.length;
      const onWeekdays = computed.filter((date) => ![0, 6].includes(new Date(date).getUTCDay()));
      extra.push(...onWeekdays.filter((date) => !published.includes(date)));
    }
    expect(closed).toBeGreaterThan(80);
    // A day too many is safe: the Monday after an Anzac Day at a weekend.
    expect(extra.filter((date) => !/-04-2[67]$/.test(date))).toEqual([]);
  });

  it("is that of the regulator's reports: one for every trading day of 2023 and 2024", () => {
    for (const year of [2023, 2024]) {
      const reported = realFile(`asx/asic-short-positions-daily-${year}.zip`)
        .members()
        .map(({ name }) => /RR(\d{4})(\d{2})(\d{2})-/.exec(name)!.slice(1).join("-"));
      const expected: string[] = [];
      for (let day = dayNumberOf(`${year}-01-01`)!; dateOfDay(day) <= `${year}-12-31`; day++)
        if (isTradingDay(day)) expected.push(dateOfDay(day));
      expect([...new Set(reported)].sort()).toEqual(expected);
    }
  });
});
