import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import { readDatasetManifest } from "../../../src/dataset/dataset.ts";
import { locateTables, tablesFolderOf } from "../../../src/dataset/locate-tables.ts";
import { readParts } from "../../../src/importers/run/part-store.ts";

/** The figure in a dataset of `writeSmallDataset`; rejects if the dataset is incomplete. */
export async function figureOf(out: string): Promise<number> {
  const manifest = await readDatasetManifest(out);
  const { tables } = await locateTables(await tablesFolderOf(out, manifest));
  const text = await readFile(tables.get("suburb_demographics")!.path, "utf8");
  expect(await readParts(out)).toHaveLength(2);
  const [header, ...rows] = text.trim().split("\n");
  expect(rows).toHaveLength(3);
  return Number(rows[0].split(",")[header.split(",").indexOf("population")]);
}
