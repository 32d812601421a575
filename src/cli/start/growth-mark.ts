import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readCurrent } from "../../snapshot/store/read-current.ts";

/** The snapshot that a larger one is to follow, and how large; it outlives a server that was stopped before. */
export interface GrowthMark {
  readonly snapshotId: string;
  readonly scale: number;
}

const markOf = (dataDir: string) => join(dataDir, "growing.json");

export async function markToGrow(dataDir: string, mark: GrowthMark): Promise<void> {
  await writeFile(markOf(dataDir), `${JSON.stringify(mark)}\n`);
}

/** The scale to build at while the snapshot that is current is the one that was made to begin with; else undefined. */
export async function scaleToGrowTo(dataDir: string): Promise<number | undefined> {
  const text = await readFile(markOf(dataDir), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { snapshotId, scale } = JSON.parse(text) as GrowthMark;
    return snapshotId === (await readCurrent(dataDir)) ? scale : undefined;
  } catch {
    // Half a mark, written by a process that was killed: what is current stays.
    return undefined;
  }
}

export async function removeMark(dataDir: string): Promise<void> {
  await rm(markOf(dataDir), { force: true });
}
