import { describe, expect, it } from "vitest";
import { ATO_COMPANY_INDUSTRY } from "../../../src/importers/industry/ato-company-industry.ts";
import { CITED_FACTS } from "../../../src/importers/industry/cited-facts.ts";
import {
  cellsOf,
  importAll,
  importMade,
  linesFile,
  REAL_DATA,
  realFile,
  rejectedCounts,
  rejectedRows,
  rowsOf,
  tableOf,
  textFile,
  workbookFile,
} from "../../support/data/import-files.ts";

const HEADER =
  "source_key,source_record_id,publisher,licence,source_url,signal_kind,metric_key,metric_label,metric_value,unit,as_of,industry,title";
const FACT: Readonly<Record<string, string>> = {
  source_key: "regulator",
  publisher: "A regulator",
  licence: "CC-BY-4.0",
  source_url: "https://regulator.example",
  signal_kind: "emissions",
  metric_key: "scope_1",
  metric_label: "Scope 1",
  metric_value: "12.5",
  unit: "kt",
  as_of: "2026-06-30",
  industry: "Materials",
  title: "Emissions",
};
const fact = (id: string, changes: Readonly<Record<string, string>> = {}) => {
  const cells = { ...FACT, source_record_id: id, ...changes };
  const names = HEADER.split(",") as (keyof typeof cells)[];
  return names.map((name) => cells[name]).join(",");
};
const facts = (...rows: string[]) => linesFile("facts.csv", HEADER, ...rows);

describe("CITED_FACTS", () => {
  it("reads facts with their sources", () => {
    const file = facts(fact("1"), fact("2", { metric_value: "" }));
    expect(CITED_FACTS.recognise(file)).toEqual({ confidence: 85, what: "cited facts about industries" });
    const combined = importAll(CITED_FACTS, [file]);
    expect(rowsOf(combined, "industry_sources")).toMatchObject([
      { source_key: "regulator", publisher: "A regulator", licence: "CC-BY-4.0", public_enabled: true },
    ]);
    expect(cellsOf(rowsOf(combined, "industry_records"), "source_record_id", "metric_value")).toEqual([
      ["1", 12.5],
      ["2", null],
    ]);
  });

  it("refuses a fact without source, licence or date, or with one that cannot be read, by its column", () => {
    const file = facts(
      fact("1"),
      fact("1"),
      fact("2", { licence: "" }),
      fact("3", { source_url: "javascript:alert(1)" }),
      fact("4", { as_of: "2026-02-30" }),
      fact("5", { metric_value: "lots" }),
    );
    const { report } = CITED_FACTS.read(file);
    expect(rejectedRows(report)).toBe("as_of 6; fact twice 3; licence 4; metric_value 7; source_url 5");
    const lacking = textFile("facts.csv", `${HEADER.replace("licence,", "")}\nx\n`);
    expect(() => CITED_FACTS.read(lacking)).toThrow('facts.csv: no column "licence"');
  });
});

describe("ATO_COMPANY_INDUSTRY", () => {
  const HEAD = [
    ...["Broad industry2", "Fine industry2", "Companies\nno."],
    ...["Total income3\nno.", "Total income3\n$", "Net tax\n$"],
  ];
  const book = (rows: (string | number | null)[][]) =>
    workbookFile("companies.xlsx", {
      Notes: [["Taxation statistics"]],
      "Table 4A": [
        ["Taxation statistics 2022–23 Companies: Key items, 2022–23 income year1"],
        [],
        HEAD,
        ...rows,
      ],
    });

  it("keeps industries apart that have no code", async () => {
    const file = book([
      ["I. Transport", "Rail Freight and Passenger Transport", 95, 9, 5000, 7],
      ["z. Other2", "Other2", 3, 2, 0, -5],
    ]);
    const outcome = await importMade([file]);
    expect(outcome.conflicts).toEqual([]);
    const companies = tableOf(outcome, "industry_records").filter(
      ({ metric_key }) => metric_key === "companies",
    );
    expect(cellsOf(companies, "industry", "metric_value")).toEqual([
      ["Other", 3],
      ["Transport", 95],
    ]);
  });

  it("reads items under the broad industry, an empty cell as no value", () => {
    const file = book([
      ["B. Mining", "060 Coal Mining", 10, 9, 5000, null],
      ["z. Other2", "Other2", 3, 2, 0, -5],
      ["nonsense", "061 x", 1, 1, 1, 1],
    ]);
    expect(ATO_COMPANY_INDUSTRY.recognise(file)?.confidence).toBe(90);
    const records = rowsOf(importAll(ATO_COMPANY_INDUSTRY, [file]), "industry_records");
    expect(cellsOf(records, "source_record_id", "industry", "metric_value", "unit")).toEqual([
      ["2022-23 060 companies", "Mining", 10, "count"],
      ["2022-23 060 total_income", "Mining", 5000, "AUD"],
      ["2022-23 060 net_tax", "Mining", null, "AUD"],
      ["2022-23 other companies", "Other", 3, "count"],
      ["2022-23 other total_income", "Other", 0, "AUD"],
      ["2022-23 other net_tax", "Other", -5, "AUD"],
    ]);
    const { report } = ATO_COMPANY_INDUSTRY.read(file);
    expect(report).toMatchObject({ rowsRead: 3, rowsUsed: 2, vintage: "2023-06-30" });
    expect(rejectedCounts(report)).toBe("items missing 1; no industry 1");
  });

  it("knows its export as text by titles with spaces around them", () => {
    const titles = HEAD.map((title) => title.replace("\n", " ")).join(", ");
    const file = textFile("companies-2022-23.csv", `${titles}\nB. Mining,060 Coal Mining,10,9,5000,7\n`);
    expect(ATO_COMPANY_INDUSTRY.recognise(file)?.confidence).toBe(90);
    expect(ATO_COMPANY_INDUSTRY.read(file).report).toMatchObject({ rowsRead: 1, rowsUsed: 1 });
  });
});

describe.runIf(REAL_DATA)("the publishers' own files", () => {
  it("give 213 industries, the same from workbook and from its export", () => {
    const read = (path: string) =>
      rowsOf(importAll(ATO_COMPANY_INDUSTRY, [realFile(path)]), "industry_records");
    const book = read("industry/ato-company-industry-2022-23.xlsx");
    expect(book).toEqual(read("industry/derived-csv/ato-company-industry-2022-23.table-4a.csv.gz"));
    expect(book).toHaveLength(213 * 6);
    expect(new Set(book.map(({ industry }) => industry)).size).toBe(20);
    expect(book.find(({ source_record_id }) => source_record_id === "2022-23 011 companies")).toMatchObject({
      industry: "Agriculture, Forestry and Fishing",
      metric_value: 994,
      title: "Companies: Nursery and Floriculture Production, 2022-23",
    });
  });
});
