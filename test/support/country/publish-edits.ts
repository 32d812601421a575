import { cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { changesRecorder } from "../../../src/cli/snapshot/retain-after-publication.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { EXAMPLE_DATASET } from "../data/example-dataset.ts";

export type Edit = readonly [file: string, before: string, after: string];

/** Publishes the example with some strings replaced, each of which must occur. Returns the new id. */
export async function publishEdits(root: string, dataDir: string, edits: readonly Edit[]): Promise<string> {
  const datasetDir = await mkdtemp(join(root, "dataset-"));
  await cp(EXAMPLE_DATASET, datasetDir, { recursive: true });
  for (const [name, before, after] of edits) {
    const file = join(datasetDir, name);
    const text = await readFile(file, "utf8");
    expect(text).toContain(before);
    await writeFile(file, text.replaceAll(before, after));
  }
  const built = await buildSnapshot({ datasetDir, dataDir, strict: true });
  const warnings: string[] = [];
  const beforeCurrent = changesRecorder(dataDir, { err: (text) => void warnings.push(text) });
  const { snapshotId } = await publishSnapshot(built.directory, dataDir, { beforeCurrent });
  await built.discard();
  expect(warnings).toEqual([]);
  return snapshotId;
}
