import { describe, expect, it } from "vitest";
import { SCHOOLS } from "../../../src/importers/schools/school-lists.ts";
import { SUBURBS } from "../few-suburbs.ts";
import { importAll, REAL_DATA, realFile, rowsOf, textFile, workbookFile } from "../import-text.ts";

const VIC_HEADER = "Education_Sector,School,School_Type,School_Status,Address_Town,Address_State,LGA_Name";

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
    expect(rowsOf(combined, "suburb_amenities")).toEqual([
      {
        sal_code: "20100",
        schools_total: 2,
        schools_gov: 1,
        schools_catholic: 1,
        schools_independent: 0,
        schools_primary: 2,
        schools_secondary: 1,
      },
      {
        sal_code: "20200",
        schools_total: 1,
        schools_gov: 0,
        schools_catholic: 0,
        schools_independent: 1,
        schools_primary: 0,
        schools_secondary: 1,
      },
    ]);
    expect(combined.rejects).toMatchObject([{ rule: "unknown suburb", count: 1 }]);
    // Three schools are not a whole list: nothing is known of the suburbs that it does not name.
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
    const profile = textFile(
      "profile.csv",
      "Calendar Year,School Name,Suburb,State,School Sector,School Type\n2024,A,Alpha,NSW,Independent,Combined\n",
    );
    const master = textFile(
      "master.csv",
      "School_code,School_name,Town_suburb,Level_of_schooling,LGA\n1,A,Alpha,Primary School,X\n2,B,Alpha,Primary School,X\n3,C,Mount Beta,Primary School,X\n",
    );
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
      return rows.map((row) => [row.sal_code, row.schools_total, row.schools_gov]).sort();
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
    const text =
      "School_code,School_name,Town_suburb,Level_of_schooling,LGA\n1,A,Alpha,Primary School,X (C)\n";
    const vintage = (name: string) => SCHOOLS.read(textFile(name, text)).report.vintage;
    expect([vintage("master-2026-01.csv"), vintage("master-2020-21.csv"), vintage("master.csv")]).toEqual([
      "2026-01-01",
      "2020-01-01",
      "2020-01-01",
    ]);
  });

  it("dates a profile by its calendar year, and by the known one where that is none", () => {
    const vintage = (year: string) =>
      SCHOOLS.read(
        textFile(
          "profile.csv",
          `Calendar Year,School Name,Suburb,State,School Sector,School Type\n${year},A,Glenelg,SA,Government,Combined\n`,
        ),
      ).report.vintage;
    expect(["2023", "", "n/a"].map(vintage)).toEqual(["2023-12-31", "2024-12-31", "2024-12-31"]);
  });

  it("reads the profile workbook of all states behind its dictionary", () => {
    const file = workbookFile("profile.xlsx", {
      DataDictionary: [["Field Name", "Description"]],
      Schools: [
        ["Calendar Year", "School Name", "Suburb", "State", "School Sector", "School Type"],
        [2024, "A", "Glenelg", "SA", "Government", "Combined"],
      ],
    });
    expect(rowsOf(importAll(SCHOOLS, [file], SUBURBS), "suburb_amenities")).toMatchObject([
      { sal_code: "40200", schools_total: 1, schools_primary: 1, schools_secondary: 1 },
    ]);
  });
});

describe.skipIf(REAL_DATA === undefined)("SCHOOLS on published files (TERRACE_REAL_DATA)", () => {
  it.each([
    ["housing-more/vic-school-locations-2021.csv.gz", 2291],
    ["housing-more/nsw-public-schools-master.2026-01.csv.gz", 2210],
    ["housing-more/acara-school-profile-2024.xlsx", 9847],
  ])("reads every school of %s", (path, count) => {
    const { report } = SCHOOLS.read(realFile(path));
    expect(report.rowsRead).toBe(count);
    expect(report.rowsUsed).toBeGreaterThan(count * 0.99);
  });
});
