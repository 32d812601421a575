import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { openFile } from "../../../src/importers/files/find-files.ts";
import { ImportFile } from "../../../src/importers/run/import-file.ts";
import { workbookFile } from "../../support/data/import-files.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

const TEXT = "Café,naïve\n1,2\n";

describe("ImportFile", () => {
  it.each([
    ["UTF-8", Buffer.from(TEXT), "utf-8"],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${TEXT}`), "utf-8"],
    ["UTF-16 with a mark", Buffer.from(`\ufeff${TEXT}`, "utf16le"), "utf-16le"],
    ["UTF-16 without a mark", Buffer.from(TEXT, "utf16le"), "utf-16le"],
    ["big-endian UTF-16", Buffer.from(`\ufeff${TEXT}`, "utf16le").swap16(), "utf-16be"],
    ["Windows-1252", Buffer.from(TEXT, "latin1"), "windows-1252"],
  ])("reads %s", (_, bytes, encoding) => {
    const file = new ImportFile("table.csv", bytes);
    expect(file.encoding).toBe(encoding);
    expect(file.headerCells()).toEqual(["Café", "naïve"]);
    expect(file.csv()).toEqual([
      ["Café", "naïve"],
      ["1", "2"],
    ]);
  });

  it("has no header cells of JSON in one line, wherever the head ends", () => {
    for (const shift of [0, 1, 2, 3]) {
      const name = `${"x".repeat(shift)}{"type":"Topology","objects":{"a":"${"y,".repeat(100_000)}"}}`.slice(
        shift,
      );
      const file = new ImportFile("outlines.topo.json", Buffer.from(`${" ".repeat(shift)}${name}`));
      expect(file.headerCells()).toEqual([]);
    }
  });

  it("shows a formula without a stored result as one, and reports it", () => {
    const [header, row] = [
      ["a", "b"],
      [1, 2],
    ];
    const members = unzipSync(workbookFile("t.xlsx", { Data1: [header, row] }).bytes);
    const sheet = "xl/worksheets/sheet1.xml";
    members[sheet] = strToU8(
      strFromU8(members[sheet]).replace(/<c r="B2"[^>]*>.*?<\/c>/, '<c r="B2"><f>A2+1</f></c>'),
    );
    const file = new ImportFile("computed.xlsx", zipSync(members));
    expect(file.sheet("Data1")).toEqual([header, [1, "#FORMULA?"]]);
    expect([...file.failedFormulas()]).toEqual([{ row: 2, text: "#FORMULA?" }]);
  });

  it("knows the encoding of a large file by its first lines, wherever they are cut", () => {
    for (let shift = 0; shift < 4; shift++) {
      const file = new ImportFile(
        "long.csv",
        Buffer.from(`Café${"x".repeat(shift)},b\n${"é,ü\n".repeat(60_000)}`),
      );
      expect(file.head.length).toBeLessThan(file.bytes.length);
      expect(file.firstLine).toBe(`Café${"x".repeat(shift)},b`);
      expect(file.head).not.toContain("Ã");
    }
  });

  it("unpacks gzip before anything else, and knows the content by its checksum", () => {
    const plain = new ImportFile("a.csv", Buffer.from(TEXT));
    const packed = new ImportFile("folder/a.csv.gz", gzipSync(TEXT));
    expect(packed.name).toBe("a.csv");
    expect(packed.text).toBe(TEXT);
    expect(packed.sha256).toBe(plain.sha256);
  });

  it("refuses a gzip file that ends early, naming it", () => {
    const packed = gzipSync("x".repeat(10_000));
    expect(() => new ImportFile("cut.csv.gz", packed.subarray(0, packed.length - 12))).toThrow(
      /cut\.csv\.gz: cannot unpack/,
    );
  });

  it.each(["xlsx", "xls"] as const)("reads a %s workbook with its dates as days", (bookType) => {
    const given = [
      ["Period", "Value"],
      [45_473, 1.5],
      [null, "n.a."],
    ];
    const file = workbookFile("t.xls", { Data1: given }, bookType);
    expect(file.isWorkbook).toBe(true);
    expect(file.isArchive).toBe(false);
    expect(file.sheetNames).toEqual(["Data1"]);
    const rows = file.sheet("Data1");
    expect(rows).toEqual(given);
    expect(file.dateOfSerial(rows[1][0] as number)).toBe("2024-06-30");
    expect(() => file.sheet("Data2")).toThrow('no sheet "Data2"; it has "Data1"');
  });

  it("opens archives within archives and keeps their names in the path", async () => {
    const dir = await temporaryDirectory();
    const week = zipSync({ "a.csv": strToU8("x,y\n"), ".hidden": strToU8("no") });
    await writeFile(join(dir, "year.zip"), zipSync({ "2024/week.zip": week, "b.csv": gzipSync("p,q\n") }));
    const found: string[] = [];
    for await (const one of openFile(join(dir, "year.zip"))) {
      if ("file" in one) found.push(`${one.file.path.slice(dir.length + 1)} ${one.file.firstLine}`);
    }
    expect(found).toEqual(["year.zip/2024/week.zip/a.csv x,y", "year.zip/b.csv p,q"]);
  });

  it("reports a damaged archive instead of failing", async () => {
    const dir = await temporaryDirectory();
    const bytes = zipSync({ "a.csv": strToU8("x".repeat(5000)) });
    await writeFile(join(dir, "cut.zip"), bytes.subarray(0, bytes.length - 30));
    const found = [];
    for await (const one of openFile(join(dir, "cut.zip"))) found.push(one);
    expect(found).toEqual([
      { unreadable: { path: join(dir, "cut.zip"), problem: expect.stringContaining("damaged archive") } },
    ]);
  });

  it("splits plain tables as the CSV parser does", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "b", " ", "1", "é", "-"), maxLength: 4 });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(table, fc.constantFrom("\n", "\r\n"), fc.boolean(), (rows, end, isEnded) => {
        const text = rows.map((row) => row.join(",")).join(end) + (isEnded ? end : "");
        const expected = parse(text, { relax_column_count: true, skip_empty_lines: false });
        expect(new ImportFile("t.csv", Buffer.from(text)).csv()).toEqual(expected);
      }),
    );
  });

  it("keeps commas and line ends inside quotes", () => {
    const file = new ImportFile("t.csv", Buffer.from('a,b\r\n"x, y","one\r\ntwo"\r\n'));
    expect(file.csv()).toEqual([
      ["a", "b"],
      ["x, y", "one\r\ntwo"],
    ]);
  });
});
