import { describe, expect, it } from "vitest";
import { rentQuarter, SA_RENTS } from "../../../src/importers/prices/sa-rents.ts";
import type { SheetCell } from "../../../src/importers/run/import-file.ts";
import { importAll, rowsOf, workbookFile } from "../../support/data/import-files.ts";
import { SUBURBS } from "../few-suburbs.ts";

const TITLE = "Number of bonds lodged and median weekly rental";

describe("the quarter of a rent report", () => {
  it.each([
    [`Suburbs: ${TITLE}, 1 October 2021 - 31 December 2021, South Australia`, "2021-12-31"],
    [`Suburbs: ${TITLE}, 1 April - 30 June 2023, South Australia`, "2023-06-30"],
    [`${TITLE}, 1st January 2022 to 31st March 2022`, "2022-03-31"],
    [`${TITLE}, June Quarter 2010`, "2010-06-30"],
    [`${TITLE}, July - September 2009`, "2009-09-30"],
    [`${TITLE}, quarter ended December 2008`, "2008-12-31"],
  ])("is the one its title ends with: %s", (title, lastDay) => {
    expect(rentQuarter([["Source: Tenancies Branch"], [title]], "rents.xls")).toBe(lastDay);
  });

  it("is that of the name where the title has none, and unknown where neither ends a quarter", () => {
    expect(rentQuarter([[TITLE]], "private_rental_report_2012-09.xlsx")).toBe("2012-09-30");
    expect(rentQuarter([[`${TITLE}, 1 April - 31 May 2023`]], "rents.xlsx")).toBeUndefined();
    expect(rentQuarter([[TITLE]], "rents_2012-08.xlsx")).toBeUndefined();
  });
});

/** A row of the layout until 2020: part of the state, suburb, fourteen pairs of count and median. */
function pairs(part: string | null, name: string, counts: readonly (number | string)[], median: number) {
  return [part, name, ...counts.flatMap((count) => [count, count === 0 ? null : median])];
}

/** Flats with one to four and unknown bedrooms, all flats; the same of houses; others; all. */
const COUNTS = [10, 20, 8, 0, 12, 50, 6, 10, 20, 10, 4, 50, 0, 100];
const TOTALS = [10, 20, 8, 0, 12, 50, 6, 10, 20, 10, 4, 50, 7, 105];

const older = (rows: SheetCell[][], sheet = "Suburbs") =>
  workbookFile("private_rental_report_2010-06.xls", {
    [sheet]: [
      [`Suburbs by dwelling type: ${TITLE}, 1 April 2010 - 30 June 2010, South Australia`],
      [null],
      ["Metro/Rest of State", "Suburb", "Flats/Units", ...Array(11).fill(null), "Houses"],
      ...rows,
    ],
  });

const ROWS: SheetCell[][] = [
  pairs("Metro", "Glenelg", COUNTS, 310),
  pairs(null, "O Halloran Hill", COUNTS, 290),
  pairs("Metro", "Total", TOTALS, 300),
  pairs("Rest of State", "Total", TOTALS, 200),
  pairs("South Australia", "Total", TOTALS, 280),
];

describe("a rent workbook of 2008 to 2020", () => {
  it.each(["PC", "Final PC", "Postcodes", "Final Postcodes"])(
    "is read by its sheet of postcodes %s",
    (sheet) => {
      const rows = ROWS.map((row) => row.map((cell) => (cell === "Glenelg" ? "5045" : cell))).filter(
        (row) => row[1] !== "O Halloran Hill",
      );
      const title = `${TITLE}, 1 April 2010 - 30 June 2010, South Australia`;
      const file = workbookFile("private_rental_report_2010-06.xls", {
        Suburbs: [[title], [null], ["Metro/Rest of State", "Suburb"], ...ROWS],
        [sheet]: [[title], [null], ["Metro/Rest of State", "Postcode"], ...rows],
      });
      const { report } = SA_RENTS.read(file);
      expect(report.notes).toEqual([]);
      expect(rowsOf(importAll(SA_RENTS, [file], SUBURBS), "economic_observations")).not.toEqual([]);
    },
  );

  it.each(["Suburb", "Suburbs", "Final Suburbs"])("is read by its sheet %s", (sheet) => {
    const file = older(ROWS, sheet);
    expect(SA_RENTS.recognise(file)?.what).toBe("South Australian rents by suburb");
    const combined = importAll(SA_RENTS, [file], SUBURBS);
    const rents = rowsOf(combined, "house_prices").map((row) => [
      row.region_code,
      row.dwelling_type,
      row.period,
      row.value,
    ]);
    expect(rents).toEqual(
      [
        ["SUBURB:SA-GLENELG", 310],
        ["SUBURB:SA-OHALLORAN-HILL", 290],
        ["SA", 280],
      ].flatMap(([code, value]) => ["unit", "house", "all"].map((kind) => [code, kind, "2010-06-30", value])),
    );
  });

  it("is refused when its columns stand in another order, or its last rows are missing", () => {
    const turned = ROWS.map((row) => [
      ...row.slice(0, 2),
      ...row.slice(14, 28),
      ...row.slice(2, 14),
      ...row.slice(28),
    ]);
    expect(() => SA_RENTS.read(older(turned))).toThrow(/the columns stand in another order/);
    expect(() => SA_RENTS.read(older(ROWS.slice(0, 3)))).toThrow(/cut short: no row "South Australia"/);
  });
});
