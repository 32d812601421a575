import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { unpackBudget } from "../../../src/importers/files/unpack.ts";
import { ImportFile } from "../../../src/importers/run/import-file.ts";
import {
  DELTA_BYTES,
  DICTIONARY,
  hostileParquet,
  levelRun,
  type ParquetParts,
  SPLIT,
  steady,
  varint,
} from "../../support/data/hostile-parquet.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { runTerrace } from "../../support/run/run-terrace.ts";

const MOST = 2 ** 31 - 1;
const bytes = (...values: number[]) => Uint8Array.from(values);
const NO_PAGE = "holds a page of 2,147,483,647 values; split it";
const NO_BYTES = "unpacks to more than 1,073,741,824 bytes";

const LONG_RUN = "damaged Parquet file: a run of 2147483647 values where 1 are left";
const onePage = (
  layout: "first" | "second",
  encoding: number,
  content: Uint8Array,
  values = 1,
): ParquetParts => ({
  pages: [{ layout, values, encoding, content }],
});

/** Files of a few bytes that declare more than fits into memory, and why each is refused. */
const HOSTILE: Record<string, [ParquetParts, string]> = {
  "page-of-all-nulls": [
    { isNullable: true, pages: [{ layout: "first", values: MOST, content: bytes(...levelRun(MOST, 0)) }] },
    NO_PAGE,
  ],
  "long-run-of-nulls": [
    { isNullable: true, pages: [{ layout: "first", values: 1, content: bytes(...levelRun(MOST, 0)) }] },
    LONG_RUN,
  ],
  "long-run-of-places": [onePage("first", DICTIONARY, bytes(1, ...varint(2 * MOST), 0)), LONG_RUN],
  "long-run-of-second-layout": [onePage("second", DICTIONARY, bytes(1, ...varint(2 * MOST), 0)), LONG_RUN],
  "endless-run-of-no-bits": [
    onePage("second", DICTIONARY, bytes(0, ...varint(2 ** 32 - 1), 0)),
    "damaged Parquet file: a run of -8 values where 1 are left",
  ],
  "fewer-than-no-nulls": [
    { pages: [{ layout: "second", values: 1, nulls: 2, content: bytes(0) }] },
    "damaged Parquet file: -1 is not a count",
  ],
  "many-pages": [
    {
      isNullable: true,
      pages: Array(6).fill({ layout: "first", values: 9e6, content: bytes(...levelRun(9e6, 0)) }),
    },
    "holds more than 50,000,000 values; split it",
  ],
  "giant-dictionary": [
    { pages: [{ layout: "dictionary", values: MOST, content: bytes(0, 0, 0, 0) }] },
    NO_PAGE,
  ],
  "group-of-many-rows": [{ rows: MOST }, "holds 2,147,483,647 rows of 1 columns; split it"],
  "large-pages": [
    {
      isSnappy: true,
      pages: Array(20).fill({ layout: "first", values: 1, content: bytes(0, 0), unpackedLength: 2 ** 26 }),
    },
    NO_BYTES,
  ],
  "texts-that-begin-alike": [
    onePage("first", DELTA_BYTES, bytes(...steady(0, 50_000, 30_000), ...steady(0, 0, 30_000)), 30_000),
    NO_BYTES,
  ],
  "long-values-in-slices": [
    { fixedLength: MOST, ...onePage("first", SPLIT, new Uint8Array(64), 2) },
    NO_BYTES,
  ],
  "a-column-without-a-name": [
    { isNamed: false, pages: [{ layout: "first", values: 1, content: new Uint8Array(8) }] },
    "not a whole Parquet file: a column has no name",
  ],
  "columns-that-share-bytes": [
    { columns: 1000, pages: [{ layout: "first", values: 1, content: new Uint8Array(100_000) }] },
    "damaged Parquet file: columns share bytes",
  ],
};

describe("a Parquet file", () => {
  it("that says something of more than memory holds is refused by name, and the next file is read", async () => {
    const folder = join(await temporaryDirectory(), "feeds");
    await mkdir(folder);
    const names = Object.keys(HOSTILE);
    for (const name of names)
      await writeFile(join(folder, `${name}.parquet`), hostileParquet(HOSTILE[name][0]));
    await writeFile(join(folder, "SAL.csv"), "SAL_CODE_2021,SAL_NAME_2021\n10001,Aldgrove\n");
    const args = ["import", folder, "--out", join(folder, "..", "out"), "--json"];
    const { exitCode, stdout } = await runTerrace(args, { NODE_OPTIONS: "--max-old-space-size=200" });
    expect(exitCode).toBe(0);
    const { files } = JSON.parse(stdout) as { files: { path: string; status: string; reason?: string }[] };
    const reasons = new Map(files.map(({ path, status, reason }) => [path, reason ?? status]));
    const expected = names.map((name) => {
      const path = join(folder, `${name}.parquet`);
      return [path, `${path}: ${HOSTILE[name][1]}`] as const;
    });
    expect(reasons).toEqual(new Map([...expected, [join(folder, "SAL.csv"), "read"]]));
  });

  it("counts against the archive that it is in", async () => {
    const page = {
      layout: "first",
      values: 1,
      content: bytes(100, 0, 0, 0, ...Array(100).fill(120)),
    } as const;
    const file = hostileParquet({ pages: [page] });
    const loaded = async (limit: number) => {
      const archive = new ImportFile("feeds.zip", zipSync({ "a.parquet": file }), unpackBudget(limit));
      const [member] = archive.members();
      await member.load();
      return member.parquetRows();
    };
    expect(await loaded(file.length + 104)).toEqual([{ price: "x".repeat(100) }]);
    await expect(loaded(file.length + 103)).rejects.toThrow(
      "feeds.zip/a.parquet: its archive unpacks to more than",
    );
  });

  it("of texts that begin as the one before is read where they are as many as it says", async () => {
    const content = [...levelRun(2, 1), ...steady(0, 2, 2), ...steady(2, 0, 2), ...Buffer.from("abcd")];
    const parts = onePage("first", DELTA_BYTES, bytes(...content), 2);
    const file = new ImportFile("a.parquet", hostileParquet({ rows: 2, isNullable: true, ...parts }));
    await file.load();
    expect(file.parquetRows()).toEqual([{ price: "ab" }, { price: "abcd" }]);
  });
});
