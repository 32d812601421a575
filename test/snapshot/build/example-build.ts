import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { EXAMPLE_DATASET } from "../../support/data/example-dataset.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

export async function exampleCopy(name = "dataset"): Promise<string> {
  const datasetDir = join(await temporaryDirectory(), name);
  await cp(EXAMPLE_DATASET, datasetDir, { recursive: true });
  return datasetDir;
}

/** Changes the lines of a table's file; line 0 is its header. */
export async function changeLines(path: string, change: (lines: string[]) => void): Promise<string[]> {
  const lines = (await readFile(path, "utf8")).split("\n");
  change(lines);
  await writeFile(path, lines.join("\n"));
  return lines;
}

/** Removes or repeats a line of a CSV table; a table with fewer than two rows stays. */
export async function changeTable(
  datasetDir: string,
  file: string,
  line = 0,
  repeats = false,
): Promise<void> {
  await changeLines(join(datasetDir, file), (lines) => {
    if (lines.length < 4) return;
    const at = 1 + (line % (lines.length - 2));
    lines.splice(at, repeats ? 0 : 1, ...(repeats ? [lines[at]] : []));
  });
}

/** Builds and discards the snapshot; cached results stay. */
export async function buildAndDiscard(options: BuildOptions) {
  const built = await buildSnapshot({ maxRejectShare: 1, ...options });
  await built.discard();
  return built;
}
