import { describe, expect, it } from "vitest";
import { dateOfText, periodOfSdmx } from "../../../src/importers/series/period.ts";

describe("dateOfText", () => {
  it("reads the forms that publishers write", () => {
    expect(["2024-06-01", "30/06/2024", "04-Jan-2011", "Jun-2024", "1000-01-01"].map(dateOfText)).toEqual([
      "2024-06-01",
      "2024-06-30",
      "2011-01-04",
      "2024-06-01",
      "1000-01-01",
    ]);
  });

  it("gives no day that is none, and no year of two digits, which would be one of the last century", () => {
    for (const text of ["31/06/2024", "2024-02-30", "30/06/0024", "0024-06-30", "30-Jun-0024", "0999-12-31"])
      expect([text, dateOfText(text)]).toEqual([text, undefined]);
  });
});

describe("periodOfSdmx", () => {
  it("reads quarters, months and years", () => {
    expect(["2024-Q2", "2024-02", "2024"].map(periodOfSdmx)).toEqual([
      { frequency: "Q", lastDay: "2024-06-30" },
      { frequency: "M", lastDay: "2024-02-29" },
      { frequency: "A", lastDay: "2024-12-31" },
    ]);
  });

  it("knows no other period, and no year below 1000", () => {
    for (const text of ["", "2024-W07", "2024-S1", "2024-13", "0024-Q2", "0024-06", "0024", "0999"])
      expect([text, periodOfSdmx(text)]).toEqual([text, undefined]);
  });
});
