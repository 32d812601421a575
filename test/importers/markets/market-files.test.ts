import { describe, expect, it } from "vitest";
import { COMPANY_LISTS } from "../../../src/importers/markets/company-lists.ts";
import { DAILY_PRICES } from "../../../src/importers/markets/daily-prices.ts";
import { SHORT_POSITION_REPORTS } from "../../../src/importers/markets/short-positions.ts";
import {
  cellsOf,
  importAll,
  importMade,
  REAL_DATA,
  realFile,
  rejectedRows,
  rowsOf,
  tableOf,
  textFile,
  utf16,
  wordsOf,
} from "../../support/data/import-files.ts";

const HEADER = [
  "Product",
  "Product Code",
  "Reported Short Positions",
  "Total Product in Issue",
  "% of Total Product in Issue Reported as Short Positions",
];
const ROWS = [
  ["ZEPHYR ALLOYS LIMITED ORDINARY", "ZZA ", "8676", "161076542", ".14981842"],
  ["EXAMPLE GRP. UNITS/ORD STAPLED", "ZZB", "824105", "1813551794", "0.04"],
];
const NAME = "RR20250930-001-SSDailyAggShortPos.csv";
const report = (rows = ROWS, header = HEADER, separator = ",") =>
  `${[header, ...rows].map((row) => row.join(separator)).join("\r\n")}\r\n`;

describe("SHORT_POSITION_REPORTS", () => {
  it("reads both encodings alike and pads no code", () => {
    const comma = textFile(NAME, report());
    const tab = textFile(NAME, utf16(report(ROWS, HEADER, "\t")));
    expect([comma.encoding, tab.encoding]).toEqual(["utf-8", "utf-16le"]);
    for (const file of [comma, tab]) {
      expect(SHORT_POSITION_REPORTS.recognise(file)?.confidence).toBe(90);
      const combined = importAll(SHORT_POSITION_REPORTS, [file]);
      const positions = rowsOf(combined, "short_positions");
      expect(positions[0]).toEqual({
        stock_code: "ZZA",
        date: "2025-09-30",
        product_name: "ZEPHYR ALLOYS LIMITED ORDINARY",
        reported_short_positions: 8676,
        total_product_in_issue: 161076542,
        short_percent: 0.14981842,
      });
      expect(cellsOf(positions.slice(1), ...Object.keys(positions[0]))).toEqual([
        ["ZZB", "2025-09-30", "EXAMPLE GRP. UNITS/ORD STAPLED", 824105, 1813551794, 0.04],
      ]);
      // A code in a report is not yet a company.
      expect(rowsOf(combined, "companies")).toEqual([]);
      expect(rowsOf(combined, "trading_dates")).toEqual([{ date: "2025-09-30" }]);
    }
  });

  it("takes the later issue of a day, in whatever order the files come", () => {
    const again = textFile(NAME.replace("001", "002"), report([ROWS[0]]));
    const first = textFile(NAME, report());
    for (const files of [
      [again, first],
      [first, again],
    ]) {
      const combined = importAll(SHORT_POSITION_REPORTS, files);
      expect(rowsOf(combined, "short_positions")).toHaveLength(1);
      expect(combined.notes).toEqual(["1 reports were superseded by a later issue for the same day"]);
    }
  });

  it("refuses a web page by its name, and names without a date, files without rows and renamed columns", () => {
    const { recognise, read } = SHORT_POSITION_REPORTS;
    const page = textFile(NAME, "<!DOCTYPE html PUBLIC>\n<html><head></head></html>");
    expect(recognise(page)).toBeDefined();
    expect(() => read(page)).toThrow(`${NAME} is an HTML page, not a report`);
    expect(recognise(textFile("index.html", "<html></html>"))).toBeUndefined();
    for (const name of ["shorts.csv", "RR20251399-001.csv"])
      expect(() => read(textFile(name, report()))).toThrow(/the date is only in the file name/);
    expect(() => read(textFile(NAME, report([])))).toThrow(/no rows below the header/);
    const renamed = textFile(NAME, report(ROWS, [...HEADER.slice(0, 4), "Percent"]));
    expect(recognise(renamed)).toBeDefined();
    expect(() => read(renamed)).toThrow(/no column "% of total product/);
  });

  it("reports odd and cut rows, and keeps one without a percentage, and one above all shares as it stands", () => {
    const odd = [
      ["A", "ZZC", "1", "0", "-"],
      ["A", "ZZD", "1", "0", ""],
      ["A", "ZZE", "1", "1", "200"],
      ["A", "ZZF", "1", "1", "few"],
      ["A", "Z", "1", "1", "1"],
      ["A", "ZZA", "1", "1", "1"],
      ["A", "ZZ"],
    ];
    const file = textFile(NAME, report([...ROWS, ...odd]));
    const rows = rowsOf(importAll(SHORT_POSITION_REPORTS, [file]), "short_positions");
    expect(cellsOf(rows.slice(2), "stock_code", "short_percent")).toEqual([
      ["ZZC", null],
      ["ZZD", null],
      ["ZZE", 200],
    ]);
    const { report: read } = SHORT_POSITION_REPORTS.read(file);
    expect([read.rowsRead, read.rowsUsed]).toEqual([9, 5]);
    expect(rejectedRows(read)).toBe("code twice 9; no code 8; not a percentage 7; wrong number of cells 10");
    expect(read.rejects.every(({ count }) => count === 1)).toBe(true);
  });
});

const PRODUCTS = Array.from({ length: 130 }, (_, i) => {
  const letter = String.fromCharCode(65 + Math.floor(i / 5));
  return [`${letter}${i % 5} LIMITED ORDINARY`, `${letter}${letter}${i % 5}`, "1000", "100000000", "0.001"];
});
const named = (date: string) => NAME.replace("20250930", date.replaceAll("-", ""));

describe("a daily report of short positions", () => {
  const whole = report(PRODUCTS);
  const outcomeOf = async (date: string, content: string | Uint8Array, today?: string) => {
    const file = textFile(named(date), content);
    return wordsOf((await importMade([file], today === undefined ? {} : { today })).files[0]);
  };

  it("is refused when it tells of a day that cannot be out yet: four weekdays after it", async () => {
    // The report of Friday 6 November 2026 is published on Thursday 12.
    expect(await outcomeOf("2026-11-06", whole, "2026-11-11")).toBe(
      `${named("2026-11-06")}: has the date 2026-11-06, which cannot be published before 2026-11-12; today is 2026-11-11`,
    );
    expect(await outcomeOf("2026-11-06", whole, "2026-11-12")).toBe("read");
    expect(await outcomeOf("2031-01-02", whole, "2026-11-15")).toContain("has the date 2031-01-02");
    // A holiday makes a report later, never earlier: no report is refused because of one.
    expect(await outcomeOf("2026-04-01", whole, "2026-04-07")).toBe("read");
  });

  it("is refused when it ends inside a row, in either encoding", async () => {
    const cut = whole.slice(0, whole.indexOf("M3 LIMITED") + 24);
    for (const content of [cut, utf16(cut.replaceAll(",", "\t"))]) {
      expect(await outcomeOf("2026-11-06", content)).toBe(
        `${named("2026-11-06")}: cut short in row 65, which has no line break; download it again`,
      );
    }
  });

  it("is refused when it ends between two rows before the end of the alphabet, one name out of order or none", async () => {
    const reason = `${named("2026-11-06")}: cut short: the last of 105 names in alphabetical order is "U4 LIMITED ORDINARY"`;
    const cut = PRODUCTS.slice(0, 105);
    const odd = cut.with(50, [`zeta ${cut[50][0]}`, ...cut[50].slice(1)]);
    for (const rows of [cut, odd]) expect(await outcomeOf("2026-11-06", report(rows))).toContain(reason);
    expect(await outcomeOf("2026-11-06", whole)).toBe("read");
  });
});

describe("COMPANY_LISTS", () => {
  const list = [
    '"ASX code","Company name","GICs industry group","Listing date","Market Cap"',
    '"ZZA","ZEPHYR ALLOYS LIMITED","Materials","12/09/2018",15480954',
    '"ZZB","EXAMPLE GROUP","Real Estate","01/02/2019","SUSPENDED"',
  ].join("\n");
  const offices =
    'stock_code,company_name,address\nZZA,ZEPHYR ALLOYS LIMITED,"1 Example Street, SOUTHBANK, VIC, AUSTRALIA, 3205"\n';

  it("joins the list with short positions once the operator has named the source, and takes no offices", async () => {
    const companies = async (allowed: string[]) => {
      const files = [
        textFile("ASX_Listed_Companies_07-04-2024.csv", list),
        textFile("offices.csv", offices),
        textFile(NAME, report()),
      ];
      const importers = [SHORT_POSITION_REPORTS, COMPANY_LISTS];
      const outcome = await importMade(files, { importers, allowedSources: new Set(allowed) });
      expect(outcome.files.map(({ status }) => status)).toEqual(["read", "unknown", "read"]);
      // A position does not need a company; only the restricted list's data about companies is withheld.
      expect(cellsOf(tableOf(outcome, "short_positions"), "short_percent")).toEqual([[0.14981842], [0.04]]);
      return { rows: tableOf(outcome, "companies"), withheld: outcome.withheld };
    };
    const closed = await companies([]);
    expect(closed.rows).toEqual([]);
    expect(cellsOf(closed.withheld, "sourceId", "rows")).toEqual([["asx-companies", 2]]);
    const open = await companies(["asx-companies"]);
    const columns = ["stock_code", "company_name", "industry", "listing_date", "market_cap"];
    expect(open.rows.map((row) => Object.keys(row))).toEqual([columns, columns]);
    expect(cellsOf(open.rows, ...columns)).toEqual([
      ["ZZA", "ZEPHYR ALLOYS LIMITED", "Materials", "2018-09-12", "15480954"],
      // "Real Estate" is a sector, not one of the 25 groups.
      ["ZZB", "EXAMPLE GROUP", null, "2019-02-01", "SUSPENDED"],
    ]);
  });

  it("dates a list by its name, else by the newest listing", () => {
    const vintage = (name: string) => COMPANY_LISTS.read(textFile(name, list)).report.vintage;
    expect(vintage("ASX_Listed_Companies_07-04-2024_11-03-45.csv")).toBe("2024-04-07");
    expect(vintage("companies.csv")).toBe("2019-02-01");
  });

  it("takes market values of the newest list alone, and refuses those that nothing dates", () => {
    const values = "Code,Company,Market Cap,Sector\nASX:ZZA,ZEPHYR ALLOYS,15480954,Materials\n";
    const read = (name: string) => COMPANY_LISTS.read(textFile(name, values));
    expect(read("values.2025-11.csv").report.vintage).toBe("2025-11-30");
    expect(() => read("values.csv")).toThrow(
      /the date of its market values is unknown; put it in the file name/,
    );
    const lists = ["values.2025-11.csv", "values.2020-05.csv"].map((name) => textFile(name, values));
    const rows = rowsOf(importAll(COMPANY_LISTS, lists), "companies");
    expect(cellsOf(rows, "stock_code", "company_name", "market_cap", "sector")).toEqual([
      ["ZZA", "ZEPHYR ALLOYS", undefined, "Materials"],
      ["ZZA", "ZEPHYR ALLOYS", "15480954", "Materials"],
    ]);
  });

  it("refuses renamed columns and empty lists and reports odd rows", () => {
    const renamed = textFile("x.csv", list.replace("Market Cap", "Value"));
    expect(COMPANY_LISTS.recognise(renamed)).toBeDefined();
    expect(() => COMPANY_LISTS.read(renamed)).toThrow(/no column "market cap"/);
    expect(() => COMPANY_LISTS.read(textFile("x.csv", list.split("\n")[0]))).toThrow(/no company in 0 rows/);
    const odd = COMPANY_LISTS.read(
      textFile("x.csv", utf16(`${list}\n"ZZA","AGAIN","","",1\n"?","","","",\n"ZZC"`)),
    );
    expect(rejectedRows(odd.report)).toBe("code twice 4; no code 5; wrong number of cells 6");
  });
});

describe("DAILY_PRICES", () => {
  it("gives a session the day of its instant in Sydney, and leaves out one of a day that is none", () => {
    const none = ["2005-02-30 13", "2005-02-13 25", "9999-12-31 13", "0024-02-13 13"];
    const days = ["2005-02-13 13:00:00", ...none.map((hour) => `${hour}:00:00`), "2005-02-31"];
    const lines = days.map((day) => `${day},1,2,1,2,100`);
    const { part, report } = DAILY_PRICES.read(
      textFile("axjo-index-daily.csv", `date,open,high,low,close,volume\n${lines.join("\n")}\n`),
    );
    expect(part.rows.map(({ date }) => date)).toEqual(["2005-02-14"]);
    expect(report).toMatchObject({ vintage: "2005-02-14", rejects: [{ rule: "no date", count: 5 }] });
  });

  it("is of its newest session, and complements files that begin on other days, in any order of its rows", () => {
    const lines = ["2024-03-04", "2024-03-06", "2024-03-01", "2024-03-05"].map((day) => `${day},1,2,1,2,100`);
    const { report } = DAILY_PRICES.read(
      textFile("ZZA.AX.csv", `date,open,high,low,close,volume\n${lines.join("\n")}\n`),
    );
    expect(report).toMatchObject({ vintage: "2024-03-06", list: expect.stringContaining("from 2024-03-01") });
  });

  it("finds the header below empty lines", () => {
    const file = textFile("ZZA.AX.csv", "\n \ndate,open,high,low,close,volume\n2024-03-01,1,2,1,2,100\n");
    expect(DAILY_PRICES.recognise(file)).toBeDefined();
    const { part, report } = DAILY_PRICES.read(file);
    expect(part.rows).toMatchObject([{ stock_code: "ZZA", date: "2024-03-01", close: 2 }]);
    expect(report).toMatchObject({ rowsRead: 1, rowsUsed: 1, rejects: [] });
  });

  it("knows a file without a header by its first line, and a line of digits at once for none", () => {
    expect(DAILY_PRICES.recognise(textFile("day.txt", "ZZA,20240301,1,2.5,.5,2,100\n"))?.what).toBe(
      "prices of a day",
    );
    const digits = `,${"1".repeat(20_000)}`.repeat(5);
    expect(DAILY_PRICES.recognise(textFile("day.txt", `ZZA,20240301${digits}x\n`))).toBeUndefined();
  });
});

describe.skipIf(REAL_DATA === undefined)("market files as published (TERRACE_REAL_DATA)", () => {
  it("reads both layouts of yearly tables, and every cell of the newer equals the daily report", () => {
    const old = SHORT_POSITION_REPORTS.read(
      realFile("asx-fundamentals/asic-short-positions-wide-2010.csv.gz"),
    );
    expect(old.part.days).toHaveLength(141);
    expect([old.part.days.at(-1)!.date, old.part.days[0].date]).toEqual(["2010-06-16", "2010-12-31"]);
    const year = SHORT_POSITION_REPORTS.read(
      realFile("asx-fundamentals/asic-short-positions-wide-2024.csv.gz"),
    );
    expect(year.part.days).toHaveLength(145);
    const daily = new Map(
      realFile("asx/asic-short-positions-daily-2024.zip")
        .members()
        .map((file) => SHORT_POSITION_REPORTS.read(file).part.days[0])
        .map((day) => [day.date, day]),
    );
    let compared = 0;
    const different: unknown[] = [];
    for (const day of year.part.days) {
      const report = daily.get(day.date)!;
      const places = new Map(report.codes.map((code, at) => [code, at]));
      day.codes.forEach((code, i) => {
        const at = places.get(code) ?? -1;
        const percent = report.percents[at];
        if (report.shorts[at] !== day.shorts[i] || percent === undefined) different.push([code, day.date]);
        else if (percent !== null && !(Math.abs(percent - day.percents[i]!) <= 0.00500001))
          different.push([code, day.date, percent, day.percents[i]]);
        compared++;
      });
    }
    expect(different).toEqual([]);
    expect(compared).toBeGreaterThan(90_000);
  });
});
