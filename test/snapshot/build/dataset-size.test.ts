import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { datasetSize } from "../../../src/snapshot/build/dataset-size.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

it.each([
  // Minimum memory, the same for most datasets.
  ["events.csv", 0, { memoryMb: 600, isSmall: true, isQuick: true }],
  ["events.csv", 2 ** 30, { memoryMb: 600, isSmall: false, isQuick: false }],
  ["events.csv", 2 * 2 ** 30, { memoryMb: 1024 }],
  ["events.csv", 64 * 2 ** 30, { memoryMb: 2000 }],
  // Small by its number of rows, not by its bytes.
  ["events.csv", 10 * 2 ** 20, { isSmall: true, isQuick: true }],
  ["events.parquet", 10 * 2 ** 20, { isSmall: true, isQuick: false }],
])("a dataset of %s with %i bytes is built so", async (name, bytes, expected) => {
  const folder = await temporaryDirectory();
  expect(await datasetSize(join(folder, "nowhere"))).toMatchObject({ memoryMb: 600, isQuick: true });
  await writeFile(join(folder, name), "");
  // A sparse file: it takes no disk space.
  await truncate(join(folder, name), bytes);
  expect(await datasetSize(folder)).toMatchObject(expected);
});
