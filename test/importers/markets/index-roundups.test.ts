import { describe, expect, it } from "vitest";
import { INDEX_ROUNDUPS } from "../../../src/importers/markets/index-roundups.ts";
import {
  cellsOf,
  importAll,
  REAL_DATA,
  realFile,
  rejectedRows,
  rowsOf,
  textFile,
} from "../../support/data/import-files.ts";

const NAME = "Weekly - Weekly Roundup - Australian Indices - 2015-01-03.csv";
const TEXT = `Weekly Roundup - Australian Indices,,,
,,,
"XAO 0.0 at 0-00-00T00:00:00. Processed Saturday at 2015-01-03T23:15:05+11:00.",,,
Code,Description,Dec\u00a024,Dec\u00a029,Dec\u00a030,Dec\u00a031,Jan\u00a02,Day High,Dec\u00a024
XZA,Zephyr 50,5373.3,5450.1,5392.5,5388.6,5411.0,5422.2,48806.6
XZB,,10,11,12,13,14,15,16
,
`;
const read = (text: string, name = NAME) => INDEX_ROUNDUPS.read(textFile(name, text));

describe("INDEX_ROUNDUPS", () => {
  it("gives the level of each day, in the year before where the week spans two, and no other block", () => {
    const { part, report } = read(TEXT);
    const days = ["2014-12-24", "2014-12-29", "2014-12-30", "2014-12-31", "2015-01-02"];
    const closes = [5373.3, 5450.1, 5392.5, 5388.6, 5411];
    expect(part.rows.filter(({ index_code }) => index_code === "XZA")).toEqual(
      days.map((date, i) => ({ index_code: "XZA", date, close: closes[i] })),
    );
    expect(report).toMatchObject({ rowsRead: 2, rowsUsed: 2, vintage: "2015-01-03", rejects: [] });
  });

  it("names the indices, by their code where the file has no name", () => {
    const definitions = rowsOf(importAll(INDEX_ROUNDUPS, [textFile(NAME, TEXT)]), "index_definitions");
    expect(cellsOf(definitions, "index_code", "name", "return_type")).toEqual([
      ["XZA", "Zephyr 50", "price"],
      ["XZB", "XZB", "price"],
    ]);
  });

  it.each([
    [
      "is of another day than its name says",
      TEXT,
      NAME.replace("01-03", "01-10"),
      /its file name says 2015-01-10/,
    ],
    ["does not say when it was made", TEXT.replace("Processed", "Made"), NAME, /no processing date/],
    ["has no header", TEXT.replace("\nCode,", "\nKey,"), NAME, /no column "Code"/],
    ["has a day less", TEXT.replace(/Dec\u00a024,/, ""), NAME, /4 days before "Day High"/],
    ["has a column that is not a day", TEXT.replace(/Jan\u00a02,/, "Total,"), NAME, /"total" is not a day/],
    ["has days out of order", TEXT.replace(/Dec\u00a030/, "Dec\u00a028"), NAME, /each after the one before/],
    ["has no index", TEXT.slice(0, TEXT.indexOf("XZA")), NAME, /no index in 0 rows/],
  ])("refuses by its name a file that %s", (_, text, name, reason) => {
    expect(() => read(text, name)).toThrow(reason);
    expect(() => read(text, name)).toThrow("Weekly Roundup");
  });

  it("reports a row that occurs twice, is short, has no code or no level", () => {
    const rows = ["XZA,Twice,1,2,3,4,5,6,7", "XZC,Short,1", "x,Odd,1,2,3,4,5,6,7", "XZD,None,1,-,3,4,5,6,7"];
    const { report } = read(`${TEXT}${rows.join("\n")}\n`);
    expect(rejectedRows(report)).toBe("index twice 8; no code 10; no level 11; wrong number of cells 9");
    expect(report.rowsUsed).toBe(2);
  });

  it("calls a row of an index that it has a second one, also without levels, and takes the first row with levels", () => {
    const { part, report } = read(
      `${TEXT}XZA,Twice,-,-,-,-,-,6,7\nXZE,None,-,-,-,-,-,6,7\nXZE,Late,1,2,3,4,5,6,7\n`,
    );
    expect(rejectedRows(report)).toBe("index twice 8; no level 9");
    expect(part.names.at(-1)).toEqual(["XZE", "Late"]);
  });
});

describe.skipIf(REAL_DATA === undefined)("round-ups as published (TERRACE_REAL_DATA)", () => {
  it("give 26 indices on the days of 26 weeks, and the level that another publisher has of the same index", () => {
    const files = realFile("asx-fundamentals/australian-indices.2015-h1.zip").members();
    const combined = importAll(INDEX_ROUNDUPS, files);
    const rows = new Map(
      rowsOf(combined, "index_prices").map((row) => [`${row.index_code} ${row.date}`, row.close]),
    );
    expect(files).toHaveLength(26);
    expect(rowsOf(combined, "index_definitions")).toHaveLength(26);
    expect(rows.size).toBe(26 * new Set([...rows.keys()].map((key) => key.split(" ")[1])).size);
    expect(rows.get("XAO 2015-06-26")).toBe(5536.1);
    const other = realFile("asx-fundamentals/axjo-index-daily.2005_2025.csv.gz")
      .csv()
      .slice(1)
      .map((cells) => [Date.parse(`${cells[0].slice(0, 10)}T00:00:00Z`), Number(cells[4])] as const);
    let compared = 0;
    for (const [utcDay, close] of other) {
      // Its dates are UTC, one evening earlier.
      const date = new Date(utcDay + 86_400_000).toISOString().slice(0, 10);
      const level = rows.get(`XJO ${date}`);
      if (level === undefined) continue;
      expect([date, Math.abs(Number(level) - close) < 0.15]).toEqual([date, true]);
      compared++;
    }
    expect(compared).toBeGreaterThan(110);
  });
});
