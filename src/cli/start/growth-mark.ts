import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readCurrent } from "../../snapshot/store/read-current.ts";

/** What is built while a part of it answers: the made-up country at a scale, or a dataset. */
export interface Growth {
  readonly scale?: number;
  readonly datasetDir?: string;
  /** A small made-up country next to the one that is current, for what open data lacks. */
  readonly demo?: true;
}

/** The snapshot that a larger one is to follow, and which; it outlives a server that was stopped before. */
type GrowthMark = Growth & { readonly snapshotId: string };

const markOf = (dataDir: string) => join(dataDir, "growing.json");

export async function markToGrow(dataDir: string, mark: GrowthMark): Promise<void> {
  await writeFile(markOf(dataDir), `${JSON.stringify(mark)}\n`);
}

/** What to build while the snapshot that is current is the one that was made to begin with; else undefined. */
export async function growthOf(dataDir: string): Promise<Growth | undefined> {
  const text = await readFile(markOf(dataDir), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { snapshotId, ...growth } = JSON.parse(text) as GrowthMark;
    return snapshotId === (await readCurrent(dataDir)) ? growth : undefined;
  } catch {
    // Half a mark, written by a process that was killed: what is current stays.
    return undefined;
  }
}

export async function removeMark(dataDir: string): Promise<void> {
  await rm(markOf(dataDir), { force: true });
}
