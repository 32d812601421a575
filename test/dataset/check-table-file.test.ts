import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkTableFile } from "../../src/dataset/check-table-file.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";

describe("checkTableFile", () => {
  it("refuses a table that unpacks to more than it may, by its file and the bound", async () => {
    const name = "suburb_lga.csv.gz";
    const path = join(await temporaryDirectory(), name);
    const file = { table: "suburb_lga", name, path, format: "csv.gz" } as const;
    const text = `sal_code,lga_code,share\n${"10001,10050,1\n".repeat(100_000)}`;
    // Two gzip members, as some tools write: the size in the last one's trailer is not the unpacked size.
    await writeFile(path, Buffer.concat([gzipSync(text.slice(0, 1000)), gzipSync(text.slice(1000))]));
    const names = ["sal_code", "lga_code", "share"];
    expect(await checkTableFile(file)).toEqual(names);
    expect(await checkTableFile(file, undefined, text.length)).toEqual(names);
    const bound = text.length - 1;
    await expect(checkTableFile(file, undefined, bound)).rejects.toMatchObject({
      name: "TerraceError",
      code: "bad_dataset",
      message:
        `${name}: it unpacks to more than ${bound.toLocaleString("en-AU")} bytes; ` +
        "give the table as Parquet, or unpacked",
    });
  });

  it("says that it was canceled, not that the file is too large, when both are true", async () => {
    const name = "suburb_lga.csv.gz";
    const path = join(await temporaryDirectory(), name);
    await writeFile(path, gzipSync("sal_code,lga_code,share\n"));
    const file = { table: "suburb_lga", name, path, format: "csv.gz" } as const;
    await expect(checkTableFile(file, AbortSignal.abort(), 1)).rejects.toMatchObject({ code: "canceled" });
  });
});
