import { cp } from "node:fs/promises";
import { join } from "node:path";
import { dataDirectory } from "../../../src/snapshot/store/data-directory.ts";
import { readCurrent } from "../../../src/snapshot/store/read-current.ts";
import { sharedCountry } from "./shared-country.ts";

export interface SecondCountry {
  readonly directory: string;
  readonly snapshotId: string;
}

/** A small snapshot of another synthetic country than the shared one, under a root that the caller removes. */
export async function copySecondCountry(root: string): Promise<SecondCountry> {
  const { dataDir } = await sharedCountry(2, 0.02);
  const snapshotId = (await readCurrent(dataDir))!;
  const directory = join(root, "other-snapshot");
  await cp(join(dataDirectory(dataDir).snapshots, snapshotId), directory, { recursive: true });
  return { directory, snapshotId };
}
