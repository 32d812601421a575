import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { locateTables } from "../../src/dataset/locate-tables.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";

async function folderOf(...names: string[]): Promise<string> {
  const dir = await temporaryDirectory();
  for (const name of names) await writeFile(join(dir, name), "");
  return dir;
}

describe("locateTables", () => {
  it("finds one file a table in any format", async () => {
    const dir = await folderOf("lga.csv", "house_prices.parquet", "stock_prices.csv.gz", "companies.ndjson");
    const { tables, unknown } = await locateTables(dir);
    expect([...tables.values()].map((f) => [f.table, f.format])).toEqual([
      ["companies", "ndjson"],
      ["house_prices", "parquet"],
      ["lga", "csv"],
      ["stock_prices", "csv.gz"],
    ]);
    expect(tables.get("lga")?.path).toBe(join(dir, "lga.csv"));
    expect(unknown).toEqual([]);
  });

  it("lists what holds no table, but neither dataset.json nor dot files", async () => {
    const dir = await folderOf("dataset.json", ".keep", "lga.xlsx", "house_pricez.csv", "lga.old.csv");
    await mkdir(join(dir, "raw"));
    const { tables, unknown } = await locateTables(dir);
    expect(tables.size).toBe(0);
    expect(unknown).toEqual(["house_pricez.csv", "lga.old.csv", "lga.xlsx", "raw"]);
  });

  it("refuses two files for one table", async () => {
    const dir = await folderOf("lga.csv", "lga.parquet");
    await expect(locateTables(dir)).rejects.toMatchObject({
      code: "bad_dataset",
      message: `two files for table lga in "${dir}": lga.csv and lga.parquet; expected one`,
    });
  });

  it.each(["lga.csv.tmp", "lga.csv.part", "tmp_lga.parquet", "dataset.json.tmp"])(
    "refuses a folder in which a writer left %s",
    async (name) => {
      const dir = await folderOf("lga.csv", name);
      await expect(locateTables(dir)).rejects.toMatchObject({
        code: "bad_dataset",
        message: `half-written dataset "${dir}": found ${name}; finish or remove what its writer left behind`,
      });
    },
  );

  it("names a folder that does not exist", async () => {
    const dir = join(await temporaryDirectory(), "nowhere");
    await expect(locateTables(dir)).rejects.toThrow(`cannot list the dataset folder "${dir}"`);
  });
});
