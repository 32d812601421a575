import { describe, expect, it } from "vitest";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { CENSUS_IMPORTER } from "../../../src/importers/census/census-importer.ts";
import { metricCoverage } from "../../../src/importers/coverage/coverage.ts";
import { NSW_SUBURB_YEARS } from "../../../src/importers/prices/nsw-suburb-years.ts";
import {
  AREA_LIST,
  censusCsv,
  importMade,
  linesFile,
  rowsByKey,
  textFile,
} from "../../support/data/import-files.ts";

const YEARS = "suburb,0p,25p,50p,75p,100p,count";
const NAMES = textFile("names.csv", AREA_LIST);
const RESIDENTS = textFile("G04.csv", censusCsv("G04", { SAL10001: { Tot_P: 5 } }));
const HOUSES = "Locality,2021,2022,2023\nALDGROVE,1,2,700000\n";

describe("the report of an import", () => {
  it("counts as filled what is served, not what is withheld", async () => {
    const files = [NAMES, textFile("houses.csv", HOUSES)];
    const priced = async (allowed: string[]) => {
      const { tables } = await importMade(files, { allowedSources: new Set(allowed) });
      return metricCoverage(METRICS, tables).find(({ metric }) => metric === "price")!.suburbs;
    };
    expect(await priced([])).toBe(0);
    expect(await priced(["vic-vpsr"])).toBe(1);
  });

  it("says that no list of suburbs was given, and blames no name for it", async () => {
    const { combined } = await importMade([textFile("houses.csv", HOUSES)]);
    expect(combined).toMatchObject([
      {
        importerId: "vic-suburb-medians",
        rejects: [],
        notes: [
          expect.stringMatching(/none of 3 figures .* no suburbs are known/),
          expect.stringMatching(/no row of this file/),
        ],
      },
    ]);
  });

  it("calls a web page a web page, and an empty file empty", async () => {
    const page = textFile("f1.1-data.csv", "<!DOCTYPE html>\n<html><body>Not found</body></html>\n");
    const { files } = await importMade([
      page,
      textFile("empty.csv", ""),
      textFile("notes.txt", "hello\n"),
      textFile("README.md", "# Open files, for the country\n\n- Suburbs\n"),
    ]);
    expect(files).toMatchObject([
      { status: "unknown", looksLike: expect.stringMatching(/web page .* download it again/) },
      { status: "unknown", looksLike: expect.stringMatching(/empty file/) },
      { status: "unknown", looksLike: "text, not a table" },
      { status: "unknown", looksLike: "text, not a table" },
    ]);
  });

  it.each([
    ["a table of the Census", RESIDENTS, /suburb list/],
    ["prices of suburbs", textFile("houses.csv", HOUSES), /no suburbs are known; import the suburb list/],
    [
      "points of suburbs, none of whose names is blamed",
      linesFile(
        "points.csv",
        "ssc_code,suburb,postcode,state,state_name,local_goverment_area,lat,lng",
        "1,Ald,2000,NSW,N,C,-33,151",
      ),
      /^no suburbs are known: import the suburb list/,
    ],
    [
      "a table of nobody",
      textFile("x.csv", "a,b\n1,2\n"),
      /^no importer recognises it: a table .* "a", "b"$/,
    ],
    [
      "stops",
      textFile("stops.txt", "stop_id,stop_lat,stop_lon\n1,-33,151\n"),
      /^not imported; needs a list of the railway stations/,
    ],
    [
      "what its licence withholds",
      textFile("list.csv", "Company name,ASX code,GICS industry group\nBlue Ltd,BLU,Banks\n"),
      /^withheld by the licence of asx-companies; --allow-restricted asx-companies serves it$/,
    ],
  ])("says of %s, imported alone, why it gives no row", async (_, file, reason) => {
    const { unused, tables } = await importMade([file]);
    expect(tables.flatMap(({ rows }) => rows)).toEqual([]);
    expect(unused).toEqual([{ path: file.path, reason: expect.stringMatching(reason) }]);
  });

  it("gives the reason of most rows where none can be used", async () => {
    const cell = (year: string, amount: string) => `${year},Party Return,P,Payer,Other Receipt,${amount}`;
    const header = "Financial Year,Return Type,Recipient Name,Received From,Receipt Type,Value";
    const cells = ["x", "y", "z", "1,2"].map((amount) => cell("2020-21", amount));
    const { unused } = await importMade([linesFile("receipts.csv", header, ...cells)]);
    expect(unused).toEqual([
      { path: "receipts.csv", reason: 'none of 4 rows can be used; no amount, 3 times: amount "x"' },
    ]);
  });

  it("counts a file among the unused only when nothing of it is in the tables", async () => {
    const { unused } = await importMade([NAMES, RESIDENTS]);
    expect(unused).toEqual([]);
  });

  it("promises only columns that the file has the cells for", () => {
    const part = "SAL_CODE_2021,P_Neg_Nil_income_Tot,P_650_799_Tot,P_PI_NS_ns_Tot\nSAL10001,1,2,3\n";
    expect(CENSUS_IMPORTER.explain(textFile("G17B.csv", part))).toEqual([
      "no metric is derived from the columns of this file",
    ]);
    const whole = CENSUS_IMPORTER.explain(textFile("G17.csv", censusCsv("G17", { SAL10001: {} })));
    expect(whole.join()).toContain("pct_low_personal_income");
  });

  it("names cells in which a formula failed, wherever they stand", async () => {
    const { files } = await importMade([textFile("names.csv", AREA_LIST.replace("Aldgrove", "#REF!"))]);
    expect(files[0]).toMatchObject({
      report: {
        rejects: [
          { rule: "failed formula", examples: [{ row: 2, reason: expect.stringContaining('"#REF!"') }] },
        ],
      },
    });
  });

  it("tells a list in alphabetical order that ends too early", () => {
    const nameOf = (i: number) =>
      `${String.fromCharCode(65 + Math.floor(i / 12))}TOWN ${String(i).padStart(3, "0")}`;
    const rules = (count: number) => {
      const lines = Array.from({ length: count }, (_, i) => `${nameOf(i)},1,2,3,4,5,9`);
      const { report } = NSW_SUBURB_YEARS.read(linesFile("property.2021.csv", YEARS, ...lines));
      return report.rejects.map(({ rule }) => rule);
    };
    expect(rules(300)).toEqual([]);
    expect(rules(200)).toEqual(["list may be cut"]);
    // A short list may be anyone's selection.
    expect(rules(20)).toEqual([]);
  });

  it("derives no deciles from a part of a state's scores", async () => {
    const header = "SAL_CODE_2021,SAL_NAME_2021,IRSD_Score,IRSAD_Score,IER_Score,IEO_Score";
    const decilesOf = async (count: number) => {
      const lines = Array.from(
        { length: count },
        (_, i) => `${10001 + i},N${i},${900 + i / 100},900,900,900`,
      );
      const outcome = await importMade([NAMES, linesFile("scores.csv", header, ...lines)]);
      return rowsByKey(outcome, "suburb_demographics").get("10001")!.seifa_irsd_decile_state;
    };
    expect(await decilesOf(4000)).toBeUndefined();
    expect(await decilesOf(4311)).toBe(1);
    expect(await decilesOf(10)).toBe(1);
  });
});
