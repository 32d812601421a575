import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ImportFile } from "../../../src/importers/run/import-file.ts";
import { hostileWorkbook, oneCell, type WorkbookParts } from "../../support/data/hostile-workbook.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

const READER = resolve(import.meta.dirname, "../../support/data/read-workbooks.ts");
/** A reader with quadratic time needs hours for these. */
const REPEATS = 300_000;
const PATIENCE_MS = 120_000;

const readInProcess = async (books: readonly WorkbookParts[], ...flags: string[]) => {
  const dir = await temporaryDirectory();
  const paths = books.map((_, i) => join(dir, `book-${i}.xlsx`));
  for (const [i, parts] of books.entries()) await writeFile(paths[i], hostileWorkbook(parts));
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, READER, ...paths], {
    timeout: PATIENCE_MS,
  });
  return JSON.parse(stdout) as Record<"sheets" | "polluted" | "arrays", unknown[]> & { added: number };
};

const comment = (ref: string) =>
  `<comments><authors><author>a</author></authors><commentList><comment ref="${ref}" authorId="0"><text><t>p</t></text></comment></commentList></comments>`;

describe("a hostile workbook", () => {
  it("changes nothing outside of itself, whatever its cells and sheets are called", async () => {
    const names = ["__proto__", "constructor", "prototype", "toString"];
    const books = names.flatMap((name): WorkbookParts[] => [
      { comments: comment(name) },
      { sheet: `<sheetData><row r="1"><c r="${name}"><v>1</v></c></row></sheetData>` },
      { sheetName: name, sheet: oneCell("A1") },
      { sheet: `<dimension ref="${name}"/>${oneCell("A1")}` },
    ]);
    const { sheets, polluted, arrays, added } = await readInProcess(books);
    expect(sheets).toHaveLength(books.length);
    expect({ polluted, arrays, added }).toEqual({ polluted: [], arrays: [], added: 0 });
  }, 180_000);

  it("is read or refused in time that grows with its size, however its tags repeat", async () => {
    const many = (text: string) => text.repeat(REPEATS);
    const { sheets } = await readInProcess([
      { sharedStrings: many("<sst>") },
      { sheet: many("<sheetData>") },
      { sheet: many("<!--") },
      { comments: many("<comments><authors>") },
      { appProperties: many("<TitlesOfParts>") },
    ]);
    expect(sheets).toHaveLength(5);
  }, 180_000);

  it.each([
    ["too narrow", "A1:A2"],
    ["beside the cells", "F9"],
    ["no range", "nonsense"],
  ])("cannot hide columns behind a dimension that is %s", (_, dimension) => {
    const row = (r: number) =>
      `<row r="${r}">${["A", "B", "C"].map((c, i) => `<c r="${c}${r}"><v>${10 * r + i}</v></c>`).join("")}</row>`;
    const sheet = `<dimension ref="${dimension}"/><sheetData>${row(1)}${row(2)}${row(3)}</sheetData>`;
    const file = new ImportFile("narrow.xlsx", hostileWorkbook({ sheet }));
    const rows = [
      [10, 11, 12],
      [20, 21, 22],
      [30, 31, 32],
    ];
    expect(file.sheet("Data1")).toEqual(rows);
    expect(file.sheetHeads().get("Data1")).toEqual(rows);
  });

  it.each(["4000000000", "1048577"])("has no row %s", (row) => {
    const sheet = `<sheetData><row r="1"><c r="A${row}"><v>1</v></c></row></sheetData>`;
    const file = new ImportFile("far.xlsx", hostileWorkbook({ sheet }));
    expect(() => file.sheetHeads()).toThrow(/far\.xlsx: sheet "[^"]+" has a cell below row 1,048,576/);
  });

  it("cannot fill the memory with a dimension, or with far cells", async () => {
    const wide = new ImportFile(
      "wide.xlsx",
      hostileWorkbook({ sheet: `<dimension ref="A1:XFD1048576"/>${oneCell("B2")}` }),
    );
    expect(wide.sheet("Data1")).toEqual([[], [null, 1]]);
    const far = Array.from(
      { length: 5000 },
      (_, i) => `<row r="${i + 1}"><c r="XFD${i + 1}"><v>1</v></c></row>`,
    );
    const sheet = `<sheetData><row r="1"><c r="A1"><v>1</v></c></row>${far.join("")}</sheetData>`;
    const distant = new ImportFile("far.xlsx", hostileWorkbook({ sheet }));
    expect(() => distant.sheet("Data1")).toThrow(/far\.xlsx: sheet "Data1" spans .* cells/);
    // Even the allowed number of empty cells exceeds this heap: it is refused before the first of them is
    // made.
    expect((await readInProcess([{ sheet }], "--max-old-space-size=150")).sheets).toEqual(["bad_dataset"]);
  });
});
