import { describe, expect, it } from "vitest";
import { POLICE_COUNTS } from "../../../src/importers/crime/police-counts.ts";
import { SuburbNames } from "../../../src/importers/places/suburb-names.ts";
import type { ImportFile } from "../../../src/importers/run/import-file.ts";
import { CLASSES, YEAR_QUARTERS } from "../../support/data/fact-samples.ts";
import {
  cellsOf,
  importAll,
  linesFile,
  rejectedCounts,
  rowsOf,
  textFile,
  workbookFile,
} from "../../support/data/import-files.ts";
import { SUBURBS, suburb } from "../few-suburbs.ts";

const VIC_HEADER =
  "Year,Local Government Area,Postcode,Suburb/Town Name,Offence Division,Offence Subdivision,Offence Count";
const SA_HEADER =
  "Reported Date,Suburb - Incident,Postcode - Incident,Offence Level 1 Description,Offence Level 2 Description,Offence Level 3 Description,Offence count";
const vic = (...rows: string[]) => linesFile("offences.csv", VIC_HEADER, ...rows);
const sa = (name: string, ...rows: string[]) => linesFile(name, SA_HEADER, ...rows);
const saRow = (day: string, place: string, level2: string, level3 = "x", count = 1) =>
  `${day},${place},5045,OFFENCES,${level2},${level3},${count}`;

const QUARTERS = [...YEAR_QUARTERS, "2022 Q3 Jul-Sep"];

/** A district in the territory's format; a suburb's count is the same for every class and quarter. */
function district(name: string, suburbs: Record<string, number>, quarters = QUARTERS, total?: number) {
  const each = (value: number) => quarters.flatMap(() => CLASSES.map(() => value));
  const sum = Object.values(suburbs).reduce((all, one) => all + one, 0);
  return [
    [`${name} - Offences and other activities by Suburb`],
    ["PROMIS as at 4 October 2022"],
    [null],
    [null, "Date reported"],
    [null, ...quarters.flatMap((quarter) => CLASSES.map((_, i) => (i === 0 ? quarter : null)))],
    [null, ...quarters.flatMap(() => CLASSES)],
    [null],
    ...Object.entries(suburbs).map(([suburbName, value]) => [suburbName, ...each(value)]),
    ["Total", ...each(total ?? sum)],
    ["-----"],
  ];
}
const TERRITORY = new SuburbNames([
  suburb("80100", "O'Connor (ACT)", "ACT"),
  suburb("80200", "Hume (ACT)", "ACT"),
]);
const counts = (rows: readonly Record<string, unknown>[]) =>
  cellsOf(rows, "sal_code", "offence", "year", "year_ends", "offences");
const countsOf = (files: readonly ImportFile[], suburbs = SUBURBS) =>
  counts(rowsOf(importAll(POLICE_COUNTS, files, suburbs), "suburb_offences"));

describe("POLICE_COUNTS", () => {
  it("shows no older year for a suburb where nothing was recorded in the newest", () => {
    const drugs = "C Drug offences,C30 Drug use and possession";
    const file = vic(
      `2021,Yarra,3121,Richmond,${drugs},7`,
      `2022,Yarra,3121,Richmond,${drugs},4`,
      `2021,Melbourne,3000,Melbourne,${drugs},9`,
    );
    const named = [suburb("20001", "Richmond (Vic.)", "VIC"), suburb("20002", "Melbourne", "VIC")];
    expect(countsOf([file], new SuburbNames(named))).toEqual([
      ["20001", "drugs", 2021, null, 7],
      ["20001", "drugs", 2022, null, 4],
      ["20002", "drugs", 2021, null, 9],
      ["20002", "drugs", 2022, null, 0],
    ]);
  });

  it("sums the classes of Victoria over councils and postcodes, and leaves thefts without a subgroup aside", () => {
    const file = vic(
      "2021,Yarra,3121,Richmond,C Drug offences,C10 Drug dealing and trafficking,5",
      "2021,Yarra,3121,RICHMOND,C Drug offences,C30 Drug use and possession,7",
      "2021,Yarra,3121,RICHMOND,C Drug offences,C30 Drug use and possession,2",
      "2021,Melbourne,3121,Richmond,C Drug offences,C30 Drug use and possession,1",
      "2022,Yarra,3121,Richmond,B Property and deception offences,B30 Burglary/Break and enter,9",
      "2022,Yarra,3121,Richmond,B Property and deception offences,B40 Theft,90",
      "2022,Melton,3037,Hillside,A Crimes against the person,A20 Assault and related offences,4",
      "2022,Nowhere,3999,Lost,C Drug offences,C30 Drug use and possession,2",
    );
    const { report } = POLICE_COUNTS.read(file);
    expect(report).toMatchObject({
      rowsRead: 8,
      rowsUsed: 7,
      rejects: [{ rule: "no subgroup", count: 1 }],
      vintage: "2022-12-31",
    });
    expect(report.notes).toEqual(["the file does not say in which month its years end"]);
    const combined = importAll(POLICE_COUNTS, [file], SUBURBS);
    const recorded = rowsOf(combined, "suburb_offences").filter(({ offences }) => offences !== 0);
    expect(counts(recorded)).toEqual([
      ["20100", "drugs", 2021, null, 15],
      ["20100", "break_ins", 2022, null, 9],
      ["20200", "violent", 2022, null, 4],
    ]);
    expect(combined.rejects).toMatchObject([{ rule: "unknown suburb", count: 1 }]);
    expect(rowsOf(combined, "suburb_offences")[0]).toMatchObject({
      source: "vic-recorded-offences",
      source_jurisdiction: "VIC",
      source_licence: "CC-BY-4.0",
    });
  });

  it("reads the subgroup and the month in which Victoria's years end where the file has them", () => {
    const header = VIC_HEADER.replace("Year,", "Year,Year ending,").replace(
      "Offence Count",
      "Offence Subgroup,Offence Count",
    );
    const row = (subgroup: string, count: string) =>
      `2022,June,Yarra,3121,Richmond,B Property and deception offences,B40 Theft,${subgroup},${count}`;
    const rows = [row("B41 Motor vehicle theft", '"1,020"'), row("B43 Steal from a retail store", "8")];
    expect(countsOf([linesFile("t.csv", header, ...rows)])).toEqual([
      ["20100", "motor_vehicle", 2022, 6, 1020],
      ["20100", "theft", 2022, 6, 8],
    ]);
  });

  it("names rows of Victoria that are short, twice there, or of no class, and refuses a renamed column", () => {
    const good = "2021,Yarra,3121,Richmond,C Drug offences,C10 Drug dealing,5";
    const { report } = POLICE_COUNTS.read(
      vic(
        good,
        good,
        "2021,Yarra,3121,Richmond",
        "2021,Yarra,3121,Richmond,C Drug offences,Dealing,5",
        "x,Yarra,3121,Richmond,C Drug offences,C10 x,5",
      ),
    );
    expect(rejectedCounts(report)).toBe("no year 1; row twice 1; unknown offence 1; wrong number of cells 1");
    const renamed = textFile("o.csv", `${VIC_HEADER.replace("Postcode", "Code")}\n${good}\n`);
    expect(() => POLICE_COUNTS.read(renamed)).toThrow('o.csv: no column "postcode"');
  });

  it("sums the days of South Australia to whole financial years, over files that share days", () => {
    const days = ["01/07/2023", "15/08/2023", "02/09/2023", "09/10/2023", "11/11/2023", "12/12/2023"];
    const rest = ["13/01/2024", "14/02/2024", "15/03/2024", "16/04/2024", "17/05/2024", "28/06/2024"];
    const place = "GLENELG";
    const first = sa(
      "first.csv",
      ...days.map((day) => saRow(day, place, "SERIOUS CRIMINAL TRESPASS")),
      saRow("30/12/2023", place, "THEFT AND RELATED OFFENCES", "Theft/Illegal Use of MV", 2),
    );
    const second = sa(
      "second.csv",
      saRow("01/12/2023", place, "SERIOUS CRIMINAL TRESPASS", "x", 4),
      ...rest.map((day) => saRow(day, place, "SERIOUS CRIMINAL TRESPASS")),
      saRow("30/06/2024", place, "ACTS INTENDED TO CAUSE INJURY", "Common Assault", 3),
      saRow("30/07/2024", place, "ACTS INTENDED TO CAUSE INJURY", "Common Assault", 3),
    );
    const combined = importAll(POLICE_COUNTS, [first, second], SUBURBS);
    // December comes from the later file, with 4 instead of 1; its one theft of a vehicle is in the earlier
    // file only.
    expect(counts(rowsOf(combined, "suburb_offences"))).toEqual([["40200", "break_ins", 2024, 6, 15]]);
    expect(combined.notes.join()).toMatch(/not a whole year, left out: .*2024-07/);
  });

  it("knows that South Australia recorded nothing of a kind in a suburb that the file names, and nothing of others", () => {
    const months = ["07", "08", "09", "10", "11", "12"].map((month) => `02/${month}/2023`);
    const all = [...months, ...["01", "02", "03", "04", "05", "06"].map((month) => `28/${month}/2024`)];
    const file = sa(
      "year.csv",
      ...all.map((day) => saRow(day, "GLENELG", "PROPERTY DAMAGE AND ENVIRONMENTAL")),
      saRow("03/03/2024", "O'HALLORAN HILL", "FRAUD DECEPTION AND RELATED OFFENCES"),
      saRow("03/03/2024", "O'HALLORAN HILL", "ROBBERY AND RELATED OFFENCES"),
    );
    expect(countsOf([file])).toEqual([
      ["40200", "property_damage", 2024, 6, 12],
      ["40100", "property_damage", 2024, 6, 0],
      ["40200", "violent", 2024, 6, 0],
      ["40100", "violent", 2024, 6, 1],
    ]);
    expect(() =>
      POLICE_COUNTS.read(sa("us.csv", saRow("07/23/2023", "GLENELG", "ROBBERY AND RELATED OFFENCES"))),
    ).toThrow(/month before the day/);
  });

  it("reads the territory's districts by quarter, and takes no year that is not over", () => {
    const file = workbookFile("act.xlsx", {
      Stats: [
        ...district("Inner North", { "O'CONNOR": 2 }),
        ...district("Miscellaneous", { HUME: 1, NOWHERE: 3 }),
      ],
    });
    expect(POLICE_COUNTS.read(file).report).toMatchObject({ rowsRead: 3, vintage: "2022-10-04" });
    const combined = importAll(POLICE_COUNTS, [file], TERRITORY);
    expect(counts(rowsOf(combined, "suburb_offences")).filter(([code]) => code === "80100")).toEqual([
      ["80100", "violent", 2022, 6, 48],
      ["80100", "break_ins", 2022, 6, 24],
      ["80100", "motor_vehicle", 2022, 6, 8],
      ["80100", "property_damage", 2022, 6, 8],
      ["80100", "other", 2022, 6, 8],
      ["80100", "theft", 2022, 6, 8],
    ]);
    expect(combined.rejects).toMatchObject([{ rule: "unknown suburb", count: 1 }]);
    expect(combined.notes).toEqual(["ACT: not a whole year, left out: 2022-Q3"]);
  });

  it.each([
    [
      "a suburb was lost",
      district("A", { HUME: 1 }, QUARTERS, 2),
      /the suburbs sum to 1, their total says 2/,
    ],
    ["it was cut", district("A", { HUME: 1 }).slice(0, -2), /ends without its totals/],
    [
      "a column was lost",
      district("A", { HUME: 1 }).map((row) => row.filter((_, i) => i !== 5)),
      /column 6 is "5a Robbery -" instead of class 4/,
    ],
  ])("refuses a workbook of the territory when %s", (_, rows, reason) => {
    expect(() => POLICE_COUNTS.read(workbookFile("act.xlsx", { Stats: rows }))).toThrow(reason);
  });
});
