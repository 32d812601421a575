import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readCurrent } from "../../snapshot/store/read-current.ts";

/** What remains to be built while a part of it is served: the made-up country at a scale, or a dataset. */
export interface Growth {
  readonly scale?: number;
  readonly datasetDir?: string;
  /** Build a small made-up country next to the current one, for figures that open data lacks. */
  readonly demo?: true;
}

/** The first snapshot and what is to replace it; kept in a file, so it survives a restart. */
type GrowthMark = Growth & { readonly snapshotId: string };

const markOf = (dataDir: string) => join(dataDir, "growing.json");

export async function markToGrow(dataDir: string, mark: GrowthMark): Promise<void> {
  await writeFile(markOf(dataDir), `${JSON.stringify(mark)}\n`);
}

/** What remains to be built, if the current snapshot is the one of the mark; else undefined. */
export async function growthOf(dataDir: string): Promise<Growth | undefined> {
  const text = await readFile(markOf(dataDir), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { snapshotId, ...growth } = JSON.parse(text) as GrowthMark;
    return snapshotId === (await readCurrent(dataDir)) ? growth : undefined;
  } catch {
    // A partly written mark of a killed process: keep what is current.
    return undefined;
  }
}

export async function removeMark(dataDir: string): Promise<void> {
  await rm(markOf(dataDir), { force: true });
}
