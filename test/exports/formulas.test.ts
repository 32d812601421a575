import { describe, expect, it } from "vitest";
import type { ExportTable } from "../../src/domains/export.ts";
import { csvText, csvWriter } from "../../src/exports/csv-writer.ts";

const TEXTS = ["=1+1", "+61 2", "-x", "@SUM(A1)", "\tx", "plain", "-33.8", "a=b", null];

const table: ExportTable = {
  title: "",
  name: "texts",
  columns: [
    { name: "text", type: "text", doc: "" },
    { name: "number", type: "float64", doc: "" },
  ],
  sources: [],
  rowCount: TEXTS.length,
  batches: async function* () {
    yield { rowCount: TEXTS.length, columns: [{ values: TEXTS }, { values: TEXTS.map(() => -1) }] };
  },
};

async function csv(): Promise<string[]> {
  const progress = { signal: new AbortController().signal, onRows: () => {} };
  const facts = { snapshotId: "", asOf: "", synthetic: true };
  const pieces = await Array.fromAsync(csvWriter.write(table, facts, progress));
  return Buffer.concat(pieces).toString().trimEnd().split("\n").slice(1);
}

describe("csvWriter", () => {
  it("has spreadsheets show texts that begin like formulas, and leaves numbers alone", async () => {
    const shown = ["'=1+1", "'+61 2", "'-x", "'@SUM(A1)", "'\tx", "plain", "-33.8", "a=b", ""];
    expect(await csv()).toEqual(shown.map((text) => `${text},-1`));
  });

  it("does so in the cells of changes and of the panel, whose quotes come after", () => {
    const cells = TEXTS.flatMap((text) => (text === null ? [] : [csvText(text)]));
    expect(cells).toEqual(["'=1+1", "'+61 2", "'-x", "'@SUM(A1)", "'\tx", "plain", "-33.8", "a=b"]);
    expect(['=HYPERLINK("x",1)', "+5", "-.5", "\r=1"].map(csvText)).toEqual([
      `"'=HYPERLINK(""x"",1)"`,
      "+5",
      "'-.5",
      `"'\r=1"`,
    ]);
  });
});
