import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { temporaryDirectory } from "../run/temporary-directory.ts";
import { writeSmallSnapshot } from "./small-snapshot.ts";

/** Publishes snapshots 1..count, built a minute apart, the last one current; ids in that order. */
export async function publishSmall(dataDir: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= count; number++) {
    const made = await temporaryDirectory();
    await writeSmallSnapshot(made, number);
    const { snapshotId, directory } = await publishSnapshot(made, dataDir);
    const built = new Date(Date.UTC(2026, 10, 13, 0, number));
    await utimes(join(directory, "manifest.json"), built, built);
    ids.push(snapshotId);
  }
  return ids;
}
