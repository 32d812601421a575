import { mkdir, readdir, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TableFormat } from "../../../src/dataset/locate-tables.ts";
import { DATASET_TABLES } from "../../../src/dataset/tables/index.ts";
import type { BuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import {
  copyExample,
  copyExampleInto,
  EXAMPLE_DATASET,
  loadFolder,
  openTestDatabase,
  putTable,
} from "../../support/data/example-dataset.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { someOf } from "../../support/run/test-form.ts";

const COPY_OPTIONS: Readonly<Record<TableFormat, string>> = {
  parquet: "FORMAT parquet",
  csv: "FORMAT csv, HEADER",
  "csv.gz": "FORMAT csv, HEADER, COMPRESSION gzip",
  ndjson: "FORMAT json",
};

/** Exports a loaded dataset in a format, into hive-partitioned folders as in a data lake. */
async function exportDataset(db: BuildDatabase, format: TableFormat): Promise<string> {
  const dir = join(await temporaryDirectory(), "source=nobody", "date=2001-01-01", "sal_code=1");
  await mkdir(dir, { recursive: true });
  for (const table of DATASET_TABLES) {
    const columns = table.columns.map((c) => exportedColumn(c.name, c.type, format)).join(", ");
    const path = join(dir, `${table.name}.${format}`);
    await db.run(`COPY (SELECT ${columns} FROM ${table.name}) TO '${path}' (${COPY_OPTIONS[format]})`);
  }
  await writeFile(join(dir, "dataset.json"), await readFile(join(EXAMPLE_DATASET, "dataset.json")));
  return dir;
}

function exportedColumn(name: string, type: string, format: TableFormat): string {
  if (format === "parquet") return name;
  if (type === "timestamp") return `strftime(${name}, '%Y-%m-%dT%H:%M:%SZ') AS ${name}`;
  return type === "text[]" && format !== "ndjson" ? `CAST(to_json(${name}) AS VARCHAR) AS ${name}` : name;
}

async function allRows(db: BuildDatabase): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {};
  for (const table of DATASET_TABLES) {
    tables[table.name] = [
      await db.rows(`DESCRIBE ${table.name}`),
      await db.rows(`SELECT * FROM ${table.name}`),
    ];
  }
  return tables;
}

describe("loadDataset formats", () => {
  it("gives equal tables for CSV, CSV.gz, NDJSON and Parquet, whatever their folder is called", async () => {
    const example = await loadFolder(EXAMPLE_DATASET);
    const expected = await allRows(example.db);
    for (const format of someOf(["parquet", "csv", "csv.gz", "ndjson"] as const, 2)) {
      const { db, report } = await loadFolder(await exportDataset(example.db, format), { strict: true });
      expect(new Set(report.tables.map((t) => t.format))).toEqual(new Set([format]));
      expect(await allRows(db), format).toEqual(expected);
    }
  });

  it("reads what was written, whatever characters and numbers it holds", async () => {
    const dir = await copyExample();
    const row = fc.record({
      kind: fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !text.includes("\0")),
      position: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(row, { selector: (r) => r.position, minLength: 1 }), async (rows) => {
        const full = rows.map((r) => ({ sal_code: "10001", name: "n", ...r }));
        const csv = full.map((r) => [r.sal_code, r.name, quoted(r.kind), r.position].join(","));
        await putTable(dir, "suburb_landmarks.csv", `sal_code,name,kind,position\n${csv.join("\n")}\n`);
        const fromCsv = await loadFolder(dir, { strict: true });
        const query = "SELECT sal_code, name, kind, position FROM suburb_landmarks";
        expect(await fromCsv.db.rows(query)).toEqual(full);
        await putTable(dir, "suburb_landmarks.ndjson", `${full.map((r) => JSON.stringify(r)).join("\n")}\n`);
        const fromNdjson = await loadFolder(dir, { strict: true });
        expect(await fromNdjson.db.rows(query)).toEqual(full);
      }),
      { numRuns: 5 },
    );
  });

  it("reads CSV with a byte-order mark, CRLF, quoted names and columns in any order", async () => {
    const dir = await copyExample("lga");
    await putTable(dir, "suburb_lga.csv", '\uFEFFshare,"lga_code",sal_code\r\n0.5,10050,10001\r\n');
    const { db } = await loadFolder(dir, { strict: true });
    const rows = await db.rows("SELECT sal_code, lga_code, share FROM suburb_lga");
    expect(rows).toEqual([{ sal_code: "10001", lga_code: "10050", share: 0.5 }]);
  });

  it("takes a header alone, and NDJSON without lines, as a table without rows", async () => {
    const dir = await copyExample();
    await putTable(dir, "suburb_lga.csv", "sal_code,lga_code,share\n");
    await putTable(dir, "suburb_landmarks.ndjson", "");
    const { report } = await loadFolder(dir, { strict: true });
    const empty = report.tables.filter((t) => t.file !== null && t.rowsRead === 0);
    expect(empty.map((t) => t.table)).toEqual(["suburb_landmarks", "suburb_lga"]);
  });

  it("rejects NaN and wide integers in Parquet, and takes whole numbers stored as doubles", async () => {
    const dir = await copyExample();
    const db = await openTestDatabase();
    await db.writeParquet(
      `SELECT * FROM (VALUES
        ('10001', 3::DOUBLE, 41::DOUBLE), ('10002', 3.5, 1), ('10003', 1e12, 1), ('20001', 1, 'NaN'::DOUBLE)
      ) t(sal_code, schools_total, nearest_train_km)`,
      join(dir, "suburb_amenities.parquet"),
    );
    const { rejects, db: loaded } = await loadFolder(dir);
    expect(rejects.map((r) => [r.row, r.column, r.rule])).toEqual([
      [2, "schools_total", "whole"],
      [3, "schools_total", "type"],
      [4, "nearest_train_km", "finite"],
    ]);
    expect(await loaded.rows("SELECT schools_total FROM suburb_amenities")).toEqual([{ schools_total: 3 }]);
  });
});

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

describe("loadDataset on damaged files", () => {
  const NAMES = "sal_code,lga_code,share";
  const gz = gzipSync(`${NAMES}\n${Array.from({ length: 2000 }, (_, i) => `${i},${i * 7919},1\n`).join("")}`);

  it.each<[format: string, content: string | Uint8Array, message: string]>([
    ["csv", "", "the file is empty; expected a header line$"],
    ["csv", `${NAMES}\n10001,10050,0.`, "the last line does not end with a line break"],
    [
      "csv",
      `${NAMES}\n10001,10050\n`,
      "cannot be read as csv: CSV Error on Line: 2; Expected Number of Columns: 3 Found: 2$",
    ],
    ["csv", `${NAMES}\n10001,"10050,1\n`, "cannot be read as csv: .*unterminated quote"],
    ["csv", Buffer.from(`${NAMES}\n1\xff\xfe,2,3\n`, "latin1"), ".*not utf-8"],
    ["csv", "share,share\n", 'column "share" occurs twice in the header$'],
    ["csv.gz", gz.subarray(0, gz.length - 300), "the gzip stream is broken or truncated"],
    ["csv.gz", `${NAMES}\n`, "the gzip stream is broken or truncated"],
    ["ndjson", '{"sal_code":"10001"}\n{"sal_c', "cannot be read as ndjson: .*unexpected end of data"],
    ["ndjson", '{"sal_code":"10001"}\n[1]\n', "row 2 is not a JSON object$"],
    ["ndjson", "{}\n", "missing required column sal_code, lga_code of table suburb_lga"],
    ["parquet", "", "the file is not Parquet"],
    ["parquet", `${NAMES}\n10001,10050,1\n`, "the file is not Parquet: it does not begin with PAR1$"],
    ["parquet", `PAR1${"x".repeat(40)}PAR1`, "cannot be read as parquet: "],
  ])("names suburb_lga.%s and what is wrong: %#", async (format, content, message) => {
    const dir = await copyExample();
    const fileName = `suburb_lga.${format}`;
    await putTable(dir, fileName, content);
    const failure = await loadFolder(dir).catch((error: unknown) => error);
    const pattern = new RegExp(`^${fileName.replaceAll(".", "\\.")}: ${message}`);
    expect(failure).toMatchObject({ code: "bad_dataset", message: expect.stringMatching(pattern) });
    expect((failure as Error).message).not.toMatch(/strict_mode|ignore_errors|LINE 1/);
  });

  it("refuses a truncated Parquet file", async () => {
    const dir = await copyExample();
    const db = await openTestDatabase();
    const path = join(dir, "suburb_lga.parquet");
    await db.writeParquet("SELECT '10001' AS sal_code, '10050' AS lga_code, 1.0 AS share", path);
    const { length } = await readFile(path);
    await truncate(path, length - 20);
    await expect(loadFolder(dir)).rejects.toMatchObject({
      code: "bad_dataset",
      message: "suburb_lga.parquet: the file is truncated: it does not end with the Parquet mark PAR1",
    });
  });

  it("refuses a Parquet column of a type that cannot hold the values", async () => {
    const dir = await copyExample();
    const db = await openTestDatabase();
    const query = "SELECT '10001' AS sal_code, 10050 AS lga_code, 1.0 AS share";
    await db.writeParquet(query, join(dir, "suburb_lga.parquet"));
    await expect(loadFolder(dir)).rejects.toMatchObject({
      code: "bad_dataset",
      message: "suburb_lga.parquet: column lga_code is stored as INTEGER; expected text (a text)",
    });
  });

  it("reads its own files only when the folder's name looks like a pattern", async () => {
    const parent = await temporaryDirectory();
    for (const name of ["a*b", "a?b", "a[x]b", "axb"]) {
      await mkdir(join(parent, name));
      await copyExampleInto(join(parent, name), "property_listings", "suburb_lga", "lga");
    }
    for (const name of ["a*b", "a?b", "a[x]b"]) {
      const { report } = await loadFolder(join(parent, name), { maxRejectShare: 0 });
      expect(report.tables.find((t) => t.table === "suburb_demographics")).toMatchObject({ rowsRead: 5 });
    }
  });

  it("leaves no other file in the dataset folder", async () => {
    const dir = await copyExample();
    const before = await readdir(dir);
    await loadFolder(dir);
    expect(await readdir(dir)).toEqual(before);
  });
});
