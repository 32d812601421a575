import { describe, expect, it } from "vitest";
import { dateOfDay, dayNumberOf } from "../../../src/runtime/time/calendar-date.ts";

describe("dayNumberOf", () => {
  it("counts days since 1970-01-01", () => {
    expect(dayNumberOf("1970-01-01")).toBe(0);
    expect(dayNumberOf("2026-08-13")).toBe(Date.UTC(2026, 7, 13) / 86_400_000);
    expect(dayNumberOf("1969-12-31")).toBe(-1);
  });

  it("knows no day for text that is not a calendar date", () => {
    const days = ["2026-02-31", "2026-02-29", "2026-13-01", "2026-00-10", "2026-01-00"];
    const texts = ["2026-1-1", "20260101", "2026-01-01T00:00:00Z", " 2026-01-01", "", "yesterday"];
    for (const text of [...days, ...texts]) expect(dayNumberOf(text), text).toBeUndefined();
    expect(dayNumberOf("2028-02-29")).toBeDefined();
  });

  it("is undone by dateOfDay", () => {
    for (let day = -1000; day < 40_000; day += 97) expect(dayNumberOf(dateOfDay(day))).toBe(day);
  });

  it("gives the same date again, before 1970, after 2099 and for parts of a day too", () => {
    for (const dayNumber of [-1, 0, 1, 20_000, 20_000.5, 47_481, 47_482, 100_000]) {
      const date = new Date(dayNumber * 86_400_000).toISOString().slice(0, 10);
      expect([dateOfDay(dayNumber), dateOfDay(dayNumber)]).toEqual([date, date]);
    }
  });
});
