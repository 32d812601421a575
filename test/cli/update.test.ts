import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeFirstPart } from "../../src/cli/start/first-part.ts";
import { readDatasetManifest } from "../../src/dataset/dataset.ts";
import { datasetTable } from "../../src/dataset/tables/index.ts";
import { readParquetRows } from "../../src/importers/files/read-parquet.ts";
import { unpackBudget } from "../../src/importers/files/unpack.ts";
import { IMPORTERS } from "../../src/importers/registry.ts";
import { readBaseDataset } from "../../src/importers/run/base-fragments.ts";
import { runImport } from "../../src/importers/run/run-import.ts";
import { readCurrent } from "../../src/snapshot/store/read-current.ts";
import { copyKept, sharedTerritory } from "../support/country/shared-country.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { runHere, runTerrace } from "../support/run/run-terrace.ts";

const BUNDLE = join(import.meta.dirname, "../../data/australia");
const SERIES = "rates.lending_rates.small_business_variable_term.aus";

/** A table of the Reserve Bank with two months of one series. */
const lendingRates = (published: string, december: string) => `F5  INDICATOR LENDING RATES
Title,Lending rates; Small business; Variable; Term
Description,Lending rates; Small business; Variable; Term
Frequency,Monthly
Type,Original
Units,Per cent per annum


Source,RBA
Publication date,${published}
Series ID,FILRSBVRT
31/12/2024,${december}
31/01/2026,10.01
`;

it("keeps every row of the dataset that files are merged into, each with its source", async () => {
  const part = join(await temporaryDirectory(), "part");
  expect(await writeFirstPart(BUNDLE, part)).toBe("Australian Capital Territory");
  const facts = new Map(IMPORTERS.flatMap(({ sources }) => sources.map((one) => [one.id, one] as const)));
  const { fragments, manifest } = await readBaseDataset(part, facts);
  const { tables, sources } = await runImport({ importers: IMPORTERS, files: [], base: fragments });
  for (const { table, rows } of tables) {
    const path = join(part, `${table}.parquet`);
    const before = await readParquetRows(await readFile(path), path, unpackBudget());
    const plain = (row: Readonly<Record<string, unknown>>) =>
      datasetTable(table)!
        .columns.map(({ name }) => row[name] ?? null)
        .map((cell) => (cell !== null && typeof cell === "object" ? JSON.stringify(cell) : String(cell)))
        .join("|");
    expect([table, new Set(rows.map(plain))]).toEqual([table, new Set(before.map(plain))]);
  }
  const rba = (list: typeof sources) =>
    list.filter(({ id }) => id === "rba-f5").map(({ vintage }) => vintage);
  expect(rba(sources)).toEqual(rba(manifest.sources));
});

it("merges a newer file, builds, publishes and says what changed; an older file changes nothing", async () => {
  const folder = await temporaryDirectory();
  const territory = await sharedTerritory();
  const part = territory.datasetDir;
  const [dataDir, files] = ["data", "files"].map((name) => join(folder, name));
  await copyKept(dataDir, territory);
  await mkdir(files);
  const settings = `--dataset ${part} --data-dir ${dataDir}`;
  await writeFile(join(files, "f5-old.csv"), lendingRates("08-Jan-2019", "1.11"));
  const first = await runTerrace(`update ${files} ${settings}`);
  expect([first.exitCode, first.stderr.includes("build: ")]).toEqual([0, true]);
  expect(first.stdout).toContain("there is no earlier snapshot to compare with");
  const before = await readCurrent(dataDir);
  await writeFile(join(files, "f5-data.csv"), lendingRates("10-Feb-2026", "9.99"));
  const second = await runTerrace(`update ${files} ${settings} --json`);
  const { difference, snapshotId } = JSON.parse(second.stdout);
  expect([second.exitCode, snapshotId]).toEqual([0, await readCurrent(dataDir)]);
  expect(difference).toMatchObject({ before, after: snapshotId });
  // The old file's December lost against the dataset; the new one's won, and its January is in neither.
  expect(difference.economy.observations.bySource).toMatchObject([
    { source: "rba-f5", revised: 1, removed: 0 },
  ]);
  expect(difference.economy.observations.examples).toContainEqual(
    expect.objectContaining({ series: SERIES, after: 9.99 }),
  );
  const { id, sources } = await readDatasetManifest(join(dataDir, "dataset"));
  expect([id, sources.find((one) => one.id === "rba-f5")?.vintage]).toEqual(["australia-act", "2026-02-10"]);
  expect(sources.map((one) => one.id)).toEqual(
    (await readDatasetManifest(part)).sources.map((one) => one.id),
  );
}, 600_000);

it("refuses a dataset that is made up, or of other files than Parquet", async () => {
  const example = join(import.meta.dirname, "../../data/example");
  const dataDir = join(await temporaryDirectory(), "data");
  const { exitCode, stderr } = await runHere(`update ${example} --dataset ${example} --data-dir ${dataDir}`);
  expect(exitCode).not.toBe(0);
  expect(stderr).toMatch(/cannot be updated: it is synthetic|only datasets of Parquet tables can be updated/);
});

it("names the vintage that is held of each source, and where the next one is published", async () => {
  const { stdout } = await runHere(`import --real --out ${BUNDLE}`);
  const { sources } = await readDatasetManifest(BUNDLE);
  expect(stdout.match(/^have .*, as of /gm)).toHaveLength(sources.length);
  expect(stdout).toContain(
    "have Australian Bureau of Statistics, Census of Population and Housing 2021, General Community Profile, as of 2022-10-12; newer releases: https://www.abs.gov.au",
  );
});
