import { join } from "node:path";
import { errorCode } from "../files/file-operations.ts";
import { disk } from "../files/outside-world.ts";
import { isSnapshotId } from "../manifest/manifest.ts";
import { dataDirectory } from "./data-directory.ts";

const RECORD = /^(\d{8})-(.+)$/;

/** Ids in publication order; an id appears again for each time it was published. */
export async function listPublications(dataDir: string): Promise<string[]> {
  const names = await disk.list(dataDirectory(dataDir).published);
  return names.map((name) => RECORD.exec(name)?.[2] ?? "").filter(isSnapshotId);
}

/** Epoch milliseconds of the publication at an index of the list; undefined for a missing one. */
export async function publishedAtMs(dataDir: string, index: number): Promise<number | undefined> {
  const { published } = dataDirectory(dataDir);
  const names = (await disk.list(published)).filter((name) => isSnapshotId(RECORD.exec(name)?.[2] ?? ""));
  return (await disk.describe(join(published, names[index] ?? "")))?.modifiedMs;
}

/** Records a publication, and the previous one if it has no record yet. */
export async function recordPublication(
  dataDir: string,
  previousId: string | undefined,
  snapshotId: string,
): Promise<void> {
  const { published } = dataDirectory(dataDir);
  const known = await listPublications(dataDir);
  const missing = known.at(-1) === snapshotId ? [] : [snapshotId];
  if (previousId !== undefined && !known.includes(previousId)) missing.unshift(previousId);
  if (missing.length === 0) return;
  await disk.makeDirectory(published);
  for (const [i, id] of missing.entries()) {
    const number = String(known.length + i + 1).padStart(8, "0");
    await disk.createText(join(published, `${number}-${id}`), "").catch((error: unknown) => {
      // Another process publishes the same snapshot.
      if (errorCode(error) !== "EEXIST") throw error;
    });
  }
  await disk.syncDirectory(published);
}
