import { describe, expect, it } from "vitest";
import { SCHOOLS } from "../../../src/importers/schools/school-lists.ts";
import {
  cellsOf,
  importAll,
  linesFile,
  rowsOf,
  textFile,
  workbookFile,
} from "../../support/data/import-files.ts";
import { SUBURBS } from "../few-suburbs.ts";

const VIC_HEADER = "Education_Sector,School,School_Type,School_Status,Address_Town,Address_State,LGA_Name";
const MASTER_HEADER = "School_code,School_name,Town_suburb,Level_of_schooling,LGA";
const PROFILE_HEADER = "Calendar Year,School Name,Suburb,State,School Sector,School Type";

describe("SCHOOLS", () => {
  it("counts open schools by suburb, level and sector", () => {
    const text = [
      VIC_HEADER,
      "Government,One,Primary,O,RICHMOND,VIC,Yarra (C)",
      "Catholic,Two,Pri/Sec,O,Richmond ,VIC,Yarra (C)",
      "Independent,Three,Secondary,O,Hillside,VIC,Melton (C)",
      "Government,Closed,Primary,C,Richmond,VIC,Yarra (C)",
      "Government,Lost,Primary,O,Nowhere,VIC,Yarra (C)",
      "",
    ].join("\n");
    const combined = importAll(SCHOOLS, [textFile("dv309_2021.csv", text)], SUBURBS);
    const schools = rowsOf(combined, "suburb_amenities");
    const columns = ["total", "gov", "catholic", "independent", "primary", "secondary"].map(
      (of) => `schools_${of}`,
    );
    expect(schools.map((row) => Object.keys(row))).toEqual(Array(2).fill(["sal_code", ...columns]));
    expect(cellsOf(schools, "sal_code", ...columns)).toEqual([
      ["20100", 2, 1, 1, 0, 2, 1],
      ["20200", 1, 0, 0, 1, 0, 1],
    ]);
    expect(combined.rejects).toMatchObject([{ rule: "unknown suburb", count: 1 }]);
    // Three schools are not a complete list: other suburbs stay null.
    expect(combined.notes).toEqual([expect.stringContaining("fewer than were published")]);
  });

  it("takes a government's list for government schools only", () => {
    const text =
      "School_code,School_name,Town_suburb,Level_of_schooling,LGA,Date_extracted\n1,A,Alpha ,Primary School,X,2026-01-14\n";
    const combined = importAll(SCHOOLS, [textFile("master.csv", text)], SUBURBS);
    expect(rowsOf(combined, "suburb_amenities")).toEqual([{ sal_code: "10100", schools_gov: 1 }]);
    expect(combined.fragments[0].vintage).toBe("2026-01-14");
  });

  it("takes a suburb's schools from one list: a government's of another day is not added to the list of all", () => {
    const profile = linesFile("profile.csv", PROFILE_HEADER, "2024,A,Alpha,NSW,Independent,Combined");
    const names = ["1,A,Alpha", "2,B,Alpha", "3,C,Mount Beta"].map((name) => `${name},Primary School,X`);
    const master = linesFile("master.csv", MASTER_HEADER, ...names);
    const parts = [master, profile].map((file) => {
      const { part, report } = SCHOOLS.read(file);
      return { part, path: file.path, sha256: file.sha256, vintage: report.vintage };
    });
    const governmentSchools = (allowed: readonly string[]) => {
      const context = { suburbs: SUBURBS, councils: new Map(), suburbOf: () => undefined };
      const combined = SCHOOLS.combine(parts, { ...context, allowedSources: new Set(allowed) });
      const rows = combined.fragments
        .filter(({ sourceId }) => sourceId !== "acara-schools" || allowed.includes(sourceId))
        .flatMap((fragment) => fragment.rows);
      return cellsOf(rows, "sal_code", "schools_total", "schools_gov").sort();
    };
    expect(governmentSchools(["acara-schools"])).toEqual([
      ["10100", 1, 0],
      ["10200", undefined, 1],
    ]);
    expect(governmentSchools([])).toEqual([
      ["10100", undefined, 2],
      ["10200", undefined, 1],
    ]);
  });

  it("dates a list by the month of its name, and takes the years 2020-21 for no month", () => {
    const vintage = (name: string) =>
      SCHOOLS.read(linesFile(name, MASTER_HEADER, "1,A,Alpha,Primary School,X (C)")).report.vintage;
    const names = ["master-2026-01.csv", "master-2020-21.csv", "master.csv"];
    expect(names.map(vintage)).toEqual(["2026-01-01", "2020-01-01", "2020-01-01"]);
  });

  it("dates a profile by its calendar year, and by the known one where that is none", () => {
    const vintage = (year: string) =>
      SCHOOLS.read(linesFile("profile.csv", PROFILE_HEADER, `${year},A,Glenelg,SA,Government,Combined`))
        .report.vintage;
    expect(["2023", "", "n/a"].map(vintage)).toEqual(["2023-12-31", "2024-12-31", "2024-12-31"]);
  });

  it("reads the profile workbook of all states behind its dictionary", () => {
    const file = workbookFile("profile.xlsx", {
      DataDictionary: [["Field Name", "Description"]],
      Schools: [PROFILE_HEADER.split(","), [2024, "A", "Glenelg", "SA", "Government", "Combined"]],
    });
    expect(rowsOf(importAll(SCHOOLS, [file], SUBURBS), "suburb_amenities")).toMatchObject([
      { sal_code: "40200", schools_total: 1, schools_primary: 1, schools_secondary: 1 },
    ]);
  });
});
