import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Cell, CsvWriter } from "../../src/dataset/csv-writer.ts";
import { datasetTable } from "../../src/dataset/tables/index.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";

const TABLE = datasetTable("lga")!;

describe("CsvWriter", () => {
  it("writes what a CSV reader reads back, whatever the cells hold", async () => {
    const dir = await temporaryDirectory();
    const cell = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[",\r\n a]*$/),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const rows = fc.array(fc.tuple(...TABLE.columns.map(() => cell)), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, async (cells: readonly (readonly Cell[])[]) => {
        const path = join(dir, "table.csv");
        const writer = await CsvWriter.create(path, TABLE);
        for (const row of cells) {
          writer.write(Object.fromEntries(TABLE.columns.map((column, i) => [column.name, row[i]])));
          await writer.drain();
        }
        await writer.close();
        const read = parse(await readFile(path, "utf8"), { record_delimiter: "\n" });
        const expected = cells.map((row) => row.map((one) => (one === null ? "" : String(one))));
        expect(read).toEqual([TABLE.columns.map((column) => column.name), ...expected]);
        expect(writer.rows).toBe(cells.length);
      }),
      { numRuns: 50 },
    );
  });
});
