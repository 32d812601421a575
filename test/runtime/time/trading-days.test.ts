import { describe, expect, it } from "vitest";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";
import { exchangeHolidays } from "../../../src/runtime/time/exchange-holidays.ts";
import { availableFrom, isTradingDay, wasKnownOn } from "../../../src/runtime/time/trading-days.ts";

const day = (text: string) => dayNumberOf(text)!;
const weekdaysOff = (year: number) =>
  exchangeHolidays(year)
    .filter((holiday) => ![0, 6].includes((holiday + 4) % 7))
    .map((holiday) => dateOfDay(holiday).slice(5));

describe("exchangeHolidays", () => {
  it("computes the published tables of 2026 and 2027", () => {
    expect(weekdaysOff(2026).join(" ")).toBe("01-01 01-26 04-03 04-06 04-27 06-08 12-25 12-28");
    expect(weekdaysOff(2027).join(" ")).toBe("01-01 01-26 03-26 03-29 04-26 06-14 12-27 12-28");
  });

  it("knows the days off of years before the published tables", () => {
    expect(weekdaysOff(2010).join(" ")).toBe("01-01 01-26 04-02 04-05 04-26 06-14 12-27 12-28");
    // Anzac Day fell on Easter Monday.
    expect(weekdaysOff(2011)).toContain("04-26");
    expect(weekdaysOff(2022)).toEqual(expect.arrayContaining(["09-22", "01-03", "12-27"]));
  });

  it("lists at least eight weekdays for every year from 2010, so that no table can run out", () => {
    for (let year = 2010; year <= 2100; year++) {
      expect(weekdaysOff(year).length, String(year)).toBeGreaterThanOrEqual(8);
    }
  });
});

describe("availableFrom", () => {
  it.each([
    ["2026-11-06", "2026-11-12"],
    ["2026-04-01", "2026-04-09"],
    ["2026-12-24", "2027-01-04"],
    // A report date need not be a trading day.
    ["2026-11-07", "2026-11-12"],
    // Before the published tables: Christmas 2014 was a Thursday.
    ["2014-12-24", "2015-01-02"],
  ])("counts four trading days after %s and arrives at %s", (report, known) => {
    expect(dateOfDay(availableFrom(day(report)))).toBe(known);
  });

  it("counts exactly four trading days for every date", () => {
    for (let at = day("2010-06-16"); at < day("2028-01-01"); at++) {
      const known = availableFrom(at);
      let counted = 0;
      for (let next = at + 1; next <= known; next++) if (isTradingDay(next)) counted++;
      expect(counted).toBe(4);
      expect(isTradingDay(known)).toBe(true);
    }
  });
});

describe("wasKnownOn", () => {
  it("turns true on the day of availability", () => {
    expect(wasKnownOn(day("2026-11-06"), day("2026-11-11"))).toBe(false);
    expect(wasKnownOn(day("2026-11-06"), day("2026-11-12"))).toBe(true);
  });

  it("gives the same day again, as counted day by day, in every year", () => {
    for (let at = day("1969-12-20"); at < day("2101-02-01"); at += 7) {
      const counted = Array.from({ length: 40 }, (_, i) => at + 1 + i).filter(isTradingDay)[3];
      expect([availableFrom(at), availableFrom(at)]).toEqual([counted, counted]);
    }
  });
});
