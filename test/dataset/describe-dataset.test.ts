import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { describeDataset } from "../../src/dataset/describe-dataset.ts";
import { describeTable } from "../../src/dataset/describe-table.ts";
import { DATASET_TABLES } from "../../src/dataset/tables/index.ts";
import { describeMetricPage } from "../../src/domains/suburbs/metrics/metric-page.ts";
import { describeImports } from "../../src/importers/run/describe-imports.ts";
import { copyExample, loadFolder, putTable } from "../support/data/example-dataset.ts";

const WRITTEN_BY_HAND = [
  "databases.md",
  "operating.md",
  "scale.md",
  "threat-model.md",
  "importing.md",
  "listing-feeds.md",
];
const DATA = join(import.meta.dirname, "../../data/tables");

describe("describeDataset", () => {
  it("gives the pages in data/tables/, which are therefore up to date", async () => {
    const pages = new Map([...describeDataset(), ...describeImports(), describeMetricPage()]);
    const names = (await readdir(DATA)).filter(
      (name) => name.endsWith(".md") && !WRITTEN_BY_HAND.includes(name),
    );
    expect([...pages.keys()].sort()).toEqual(names.sort());
    for (const [name, page] of pages) {
      expect(await readFile(join(DATA, name), "utf8"), `${name}: run npm run docs:data`).toBe(page);
    }
  });
});

describe("describeTable", () => {
  it("shows an example row that keeps every rule of its own table", async () => {
    const dir = await copyExample();
    for (const table of DATASET_TABLES) {
      const example = /```csv\n([\s\S]*?)```/.exec(describeTable(table))![1];
      await putTable(dir, `${table.name}.csv`, example);
    }
    const { report, rejects } = await loadFolder(dir);
    expect(report.tables.map((t) => t.rowsRead)).toEqual(DATASET_TABLES.map(() => 1));
    // The examples are not one dataset: a row may refer to a row that no page shows.
    expect(rejects.filter((r) => r.rule !== "references")).toEqual([]);
  });
});
