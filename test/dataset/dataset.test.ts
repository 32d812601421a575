import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readDatasetManifest, writeDatasetManifest } from "../../src/dataset/dataset.ts";
import type { DatasetManifest } from "../../src/dataset/manifest.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";

const SOURCE = {
  id: "abs-prices",
  publisher: "Bureau",
  title: "Prices",
  licence: "CC-BY-4.0",
  vintage: "2026-09-30",
  url: "https://example.org/prices",
  attribution: "Based on Bureau data",
  tables: ["house_prices"],
};
const MANIFEST: DatasetManifest = {
  formatVersion: 1,
  id: "demo",
  title: "A demo",
  asOf: "2026-11-13T00:00:00Z",
  synthetic: true,
  sources: [SOURCE],
};

async function readText(text: string): Promise<DatasetManifest> {
  const dir = await temporaryDirectory();
  await writeFile(join(dir, "dataset.json"), text);
  return readDatasetManifest(dir);
}

const withSource = (change: object) => ({ ...MANIFEST, sources: [{ ...SOURCE, ...change }] });

describe("readDatasetManifest", () => {
  it.each([
    [{ ...MANIFEST, formatVersion: 2 }, "formatVersion is 2; expected 1"],
    [{ ...MANIFEST, id: "De mo" }, 'id is "De mo"; expected 1 to 64 of a-z, 0-9, dot, dash and underscore'],
    [{ ...MANIFEST, title: undefined }, "title is missing; expected a text that is not empty"],
    [
      { ...MANIFEST, asOf: "2026-11-13" },
      'asOf is "2026-11-13"; expected a UTC instant of the years 1970 to 2199 such as 2026-11-13T00:00:00Z',
    ],
    [
      { ...MANIFEST, asOf: "9999-12-31T23:59:59Z" },
      'asOf is "9999-12-31T23:59:59Z"; expected a UTC instant of the years 1970 to 2199',
    ],
    [{ ...MANIFEST, asOf: "0000-01-01T00:00:00Z" }, 'asOf is "0000-01-01T00:00:00Z"; expected'],
    [{ ...MANIFEST, asOf: "2026-02-31T00:00:00Z" }, 'asOf is "2026-02-31T00:00:00Z"; expected a UTC instant'],
    [{ ...MANIFEST, synthetic: "yes" }, 'synthetic is "yes"; expected true or false'],
    [{ ...MANIFEST, sources: {} }, "sources is {}; expected an array of sources"],
    [
      { ...MANIFEST, license: "x" },
      'unknown key "license" in the file; expected one of the keys formatVersion',
    ],
    [
      { ...MANIFEST, sources: [SOURCE, SOURCE] },
      'sources[1].id is "abs-prices"; expected an id that no other',
    ],
    [withSource({ withheld: "yes" }), 'sources[0].withheld is "yes"; expected true or false'],
    [
      withSource({ earlierVintages: ["2021"] }),
      'sources[0].earlierVintages[0] is "2021"; expected a date YYYY-MM-DD',
    ],
    [
      withSource({ columns: ["house_prices.colour"] }),
      'sources[0].columns[0] is "house_prices.colour"; expected a table and one of its columns',
    ],
    [withSource({ licence: " " }), 'sources[0].licence is " "; expected a text that is not empty'],
    [withSource({ vintage: "2026-09-31" }), 'sources[0].vintage is "2026-09-31"; expected a date YYYY-MM-DD'],
    [
      withSource({ tables: ["house_price"] }),
      'sources[0].tables[0] is "house_price"; expected one of suburb_',
    ],
    [
      withSource({ lisence: "x" }),
      'unknown key "lisence" in sources[0]; expected one of the keys id, publisher',
    ],
    [[], "the file is []; expected an object"],
  ])("refuses a manifest with the key, the value and what is allowed: case %#", async (manifest, message) => {
    const failure = await readText(JSON.stringify(manifest)).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: "bad_dataset", message: expect.stringContaining(message) });
    expect((failure as Error).message).toMatch(/dataset\.json: /);
  });

  it("takes kinds of rows for columns, where a table has several", async () => {
    const columns = ["house_prices.rows_median_price_house", "suburb_offences.rows_break_ins"];
    const { sources } = await readText(JSON.stringify(withSource({ columns })));
    expect(sources[0].columns).toEqual(columns);
  });

  it("says that a file is not a folder, with the exit code of a refused dataset", async () => {
    const file = join(await temporaryDirectory(), "notes.txt");
    await writeFile(file, "notes");
    await expect(readDatasetManifest(file)).rejects.toMatchObject({
      code: "bad_dataset",
      message: `"${file}" is not a folder`,
    });
  });

  it("refuses a file that is not JSON", async () => {
    await expect(readText('{"formatVersion":')).rejects.toMatchObject({
      code: "bad_dataset",
      message: expect.stringMatching(/dataset\.json is not JSON: /),
    });
  });
});

describe("writeDatasetManifest", () => {
  it("writes what readDatasetManifest gives back, and leaves nothing next to it", async () => {
    const dir = await temporaryDirectory();
    await writeDatasetManifest(dir, MANIFEST);
    expect(await readDatasetManifest(dir)).toEqual(MANIFEST);
    expect(await readdir(dir)).toEqual(["dataset.json"]);
  });

  it("refuses to write a manifest that could not be read, and leaves the old one", async () => {
    const dir = await temporaryDirectory();
    await writeDatasetManifest(dir, MANIFEST);
    const before = await readFile(join(dir, "dataset.json"), "utf8");
    await expect(writeDatasetManifest(dir, { ...MANIFEST, asOf: "now" })).rejects.toThrow(/asOf is "now"/);
    expect(await readFile(join(dir, "dataset.json"), "utf8")).toBe(before);
  });
});
