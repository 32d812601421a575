import { describe, expect, it } from "vitest";
import type { ImportOutcome } from "../../../src/importers/run/import-outcome.ts";
import {
  cellsOf,
  censusCsv,
  importMade,
  linesFile,
  rowsByKey,
  tableOf,
  textFile,
} from "../../support/data/import-files.ts";

const HEADER = "sal_code,sal_name,lga_code_2021,lga_name_2021,lga_share,poa_2021";
const NAMES = "SAL_CODE_2021,SAL_NAME_2021\n20001,Aldgrove\n20002,Birchmoor\n20003,Cedarton\n";
const POINTS = [
  "ssc_code,suburb,urban_area,postcode,state,state_name,local_goverment_area,lat,lng",
  "20001,Aldgrove,x,3000,VIC,Victoria,Yarra,-37.8,145",
  "20003,Cedarton,x,3000,VIC,Victoria,Moreland,-37.7,144.9",
  "",
].join("\n");

const councilsOf = (outcome: ImportOutcome) =>
  cellsOf(tableOf(outcome, "suburb_lga"), "sal_code", "lga_code", "share", "edition");
const areas = (name: string, row: string, year = 2021) =>
  linesFile(name, HEADER.replaceAll(/(lga_(?:code|name)_)2021/g, `$1${year}`), row);

describe("where a suburb belongs", () => {
  it("is the share that a correspondence gives, and no share where only a list names the council", async () => {
    const outcome = await importMade([
      textFile("names.csv", NAMES),
      areas("areas.csv", "20001,Aldgrove,26350,Stonnington,0.724,3141\n20002,Birchmoor,27350,Yarra,1.0,3121"),
      textFile("lga.csv", "LGA_CODE_2021,LGA_NAME_2021\n26350,Stonnington\n27350,Yarra\n25250,Moreland\n"),
      textFile("points.csv", POINTS),
    ]);
    expect(councilsOf(outcome)).toEqual([
      ["20001", "26350", 0.724, 2021],
      ["20002", "27350", 1, 2021],
      ["20003", "24700", undefined, undefined],
    ]);
    // The list of points has Yarra for Aldgrove; the report names the file that is used.
    expect(outcome.foreign).toEqual([
      {
        what: "councils of suburbs",
        sourceId: "australian-suburbs-2016",
        ownerId: "abs-suburb-areas",
        count: 1,
        example: "20001",
      },
    ]);
  });

  it("is one edition's shares, not those of two editions added up", async () => {
    const outcome = await importMade([
      textFile("names.csv", NAMES),
      areas("a.csv", "20001,Aldgrove,26350,Stonnington,0.6,3141"),
      areas("b.csv", "20001,Aldgrove,27350,Yarra,0.9,3141", 2023),
    ]);
    expect(councilsOf(outcome)).toEqual([["20001", "27350", 0.9, 2023]]);
  });

  it("is doubtful where shares do not add up, or a suburb of the list has no row", async () => {
    const outcome = await importMade([
      textFile("names.csv", NAMES),
      linesFile(
        "sal-to-lga.csv",
        "SAL_CODE_2021,LGA_CODE_2024,LGA_NAME_2024,RATIO",
        ...["20001,26350,Stonnington,0.6", "20001,27350,Yarra,0.4", "20002,27350,Yarra,0.7"],
      ),
    ]);
    const [, file] = outcome.files;
    expect(file.status === "read" && file.report.rejects).toMatchObject([
      {
        rule: "shares do not add up",
        count: 1,
        examples: [{ row: 4, reason: "the shares of 20002 add up to 0.700" }],
      },
    ]);
    const combined = outcome.combined.find(({ importerId }) => importerId === "abs-suburb-areas");
    expect(combined?.rejects).toMatchObject([
      { rule: "suburb without council", count: 1, examples: [{ reason: "no row is of 20003 Cedarton" }] },
    ]);
  });

  it("is one council where it was renamed, with its former name and all its figures", async () => {
    const outcome = await importMade([
      textFile("lga.csv", "LGA_CODE_2021,LGA_NAME_2021\n25250,Moreland\n26350,Stonnington\n"),
      textFile("g02.csv", censusCsv("G02", { LGA25250: { Median_age_persons: 35 } }, "LGA_CODE_2021")),
      areas("areas.csv", "20001,Aldgrove,25250,Moreland,1.0,3141"),
    ]);
    expect([...rowsByKey(outcome, "lga", "lga_code").values()]).toMatchObject([
      {
        lga_code: "24700",
        lga_name: "Merri-bek",
        former_name: "Moreland",
        slug: "merri-bek-vic",
        median_age: 35,
        boundary_edition: "ASGS Edition 3, local government areas 2021",
      },
      { lga_code: "26350" },
    ]);
  });

  it("gives a council its share of rented dwellings where tenure was read for councils", async () => {
    const outcome = await importMade([
      textFile("lga.csv", "LGA_CODE_2021,LGA_NAME_2021\n26350,Stonnington\n"),
      ...Object.entries({ G01: { Tot_P_P: 1000 }, G37: { R_Tot_Total: 30, Total_Total: 120 } }).map(
        ([id, cells]) => textFile(`${id}.csv`, censusCsv(id, { LGA26350: cells }, "LGA_CODE_2021")),
      ),
    ]);
    expect(rowsByKey(outcome, "lga", "lga_code").get("26350")).toMatchObject({ pct_rented: 25 });
  });
});
