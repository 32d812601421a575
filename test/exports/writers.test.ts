import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import fc from "fast-check";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import type { ExportBatch, ExportCells, ExportTable, ExportType } from "../../src/domains/export.ts";
import { loadWriter } from "../../src/exports/formats.ts";
import { duckdbRows, type ReadRow } from "../support/exports/read-back.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";

const FACTS = { snapshotId: "2026-11-13-0123456789ab", asOf: "2026-11-13T00:00:00.000Z", synthetic: true };

const CELLS: Record<ExportType, fc.Arbitrary<unknown>> = {
  text: fc.string({ unit: "binary", maxLength: 12 }).map((text) => text.replaceAll("\0", "")),
  int32: fc.integer(),
  int64: fc.maxSafeInteger(),
  float32: fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  float64: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  bool: fc.boolean(),
  date: fc.integer({ min: -700_000, max: 2_900_000 }),
  timestamp: fc.integer({ min: -8_000_000_000_000, max: 8_000_000_000_000 }),
  "text[]": fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
};
const TYPES = Object.keys(CELLS) as ExportType[];

/** A table of random types with nulls, in batches of random lengths. */
const tables = fc
  .record({
    types: fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 6 }),
    sizes: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 4 }),
  })
  .chain(({ types, sizes }) =>
    fc.tuple(
      fc.constant(types),
      fc.tuple(
        ...sizes.map((rows) =>
          fc.tuple(
            ...types.map((type) =>
              fc.array(fc.option(CELLS[type], { freq: 4 }), { minLength: rows, maxLength: rows }),
            ),
          ),
        ),
      ),
    ),
  );

function tableOf(types: readonly ExportType[], batches: readonly (readonly unknown[][])[]): ExportTable {
  return {
    title: "Any",
    name: "any",
    columns: types.map((type, i) => ({ name: `c${i}`, type, doc: `Column ${i}.` })),
    sources: [],
    rowCount: batches.reduce((sum, [first]) => sum + first.length, 0),
    async *batches() {
      for (const columns of batches) {
        yield {
          rowCount: columns[0].length,
          columns: columns.map((values, i) => (types[i] === "float32" ? floatCells(values) : { values })),
        } satisfies ExportBatch;
      }
    },
  };
}

/** Half of them as typed arrays with validity, as columns have them. */
function floatCells(values: readonly unknown[]): ExportCells {
  if (values.length % 2 === 0) return { values };
  const validity = new Uint8Array(Math.ceil(values.length / 8));
  for (const [i, value] of values.entries()) if (value !== null) validity[i >> 3] |= 1 << (i & 7);
  return { values: Float32Array.from(values, (value) => (value as number | null) ?? 0), validity };
}

async function written(format: string, table: ExportTable, rawFormulas = false): Promise<Buffer> {
  const writer = await loadWriter(format);
  const progress = { signal: new AbortController().signal, onRows: () => {}, rawFormulas };
  return Buffer.concat(await Array.fromAsync(writer.write(table, FACTS, progress)));
}

function rowsOf(batches: readonly (readonly unknown[][])[]): ReadRow[] {
  return batches.flatMap((columns) =>
    columns[0].map((_, row) => Object.fromEntries(columns.map((values, i) => [`c${i}`, values[row]]))),
  );
}

describe("parquetWriter", () => {
  it("writes files that DuckDB reads as the same rows, whatever types, nulls and batches they have", async () => {
    const folder = await temporaryDirectory();
    let files = 0;
    await fc.assert(
      fc.asyncProperty(tables, async ([types, batches]) => {
        const file = join(folder, `${files++}.parquet`);
        await writeFile(file, await written("parquet", tableOf(types, batches as unknown[][][])));
        expect(await duckdbRows(file, "parquet")).toEqual(rowsOf(batches as unknown[][][]));
      }),
      { numRuns: 60 },
    );
  });

  it("splits many rows into groups", async () => {
    const folder = await temporaryDirectory();
    const numbers = Array.from({ length: 150_000 }, (_, i) => (i % 7 === 0 ? null : i));
    const batches = Array.from({ length: 15 }, (_, i) => [numbers.slice(i * 10_000, (i + 1) * 10_000)]);
    const file = join(folder, "many.parquet");
    await writeFile(file, await written("parquet", tableOf(["int32"], batches)));
    const rows = await duckdbRows(file, "parquet");
    expect(rows.map(({ c0 }) => c0)).toEqual(numbers);
  });
});

describe("arrowWriter", () => {
  it("writes files that apache-arrow reads as the same rows", async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ([types, batches]) => {
        const table = tableFromIPC(await written("arrow", tableOf(types, batches as unknown[][][])));
        const rows = table.toArray().map((row) =>
          Object.fromEntries(
            types.map((type, i) => {
              const value = row[`c${i}`];
              const isNumber = type === "int64" || type === "date" || type === "timestamp";
              if (value === null) return [`c${i}`, null];
              if (isNumber) return [`c${i}`, Number(value) / (type === "date" ? 86_400_000 : 1)];
              return [`c${i}`, type === "text[]" ? [...(value as Iterable<unknown>)] : value];
            }),
          ),
        );
        expect(rows).toEqual(rowsOf(batches as unknown[][][]));
      }),
      { numRuns: 100 },
    );
  });
});

describe("csvWriter and jsonWriter", () => {
  it("keep every text, whatever is in it", async () => {
    const folder = await temporaryDirectory();
    const plain = ['a "quoted" one', "comma, comma", "two\nlines", " spaces ", "é ü 漢", "#ERROR"];
    const texts = [...plain, "=1+1", "\r"];
    const table = tableOf(["text", "int32"], [[texts, texts.map((_, i) => i)]]);
    for (const format of ["csv", "json", "ndjson"]) {
      const file = join(folder, `texts.${format}`);
      await writeFile(file, await written(format, table, true));
      const read = (await duckdbRows(file, format)).map(({ c0 }) => c0);
      expect(read, format).toEqual(texts);
    }
    const shown = join(folder, "shown.csv");
    await writeFile(shown, await written("csv", table));
    const isFormula = (text: string) => text === "=1+1" || text === "\r";
    expect((await duckdbRows(shown, "csv")).map(({ c0 }) => c0)).toEqual(
      texts.map((text) => (isFormula(text) ? `'${text}` : text)),
    );
  });

  it("write a header and no rows, or an empty list, for nothing", async () => {
    const table = tableOf(["text"], []);
    expect((await written("csv", table)).toString()).toBe("c0\n");
    expect((await written("ndjson", table)).toString()).toBe("");
    expect(JSON.parse((await written("json", table)).toString())).toEqual([]);
    expect(tableFromIPC(await written("arrow", table)).schema.fields.map(({ name }) => name)).toEqual(["c0"]);
    const file = new Uint8Array(await written("parquet", table)).buffer;
    expect(await parquetReadObjects({ file })).toEqual([]);
  });
});
