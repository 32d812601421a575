import { cp } from "node:fs/promises";
import { join } from "node:path";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { generateSyntheticDataset } from "../../../src/synthetic/generate.ts";

export interface SecondCountry {
  readonly directory: string;
  readonly snapshotId: string;
}

/** A small snapshot of another synthetic country than the shared one, under a root that the caller removes. */
export async function buildSecondCountry(root: string): Promise<SecondCountry> {
  await generateSyntheticDataset({ dir: join(root, "dataset"), seed: 2, scale: 0.02 });
  const built = await buildSnapshot({ datasetDir: join(root, "dataset"), dataDir: join(root, "other") });
  const directory = join(root, "other-snapshot");
  await cp(built.directory, directory, { recursive: true });
  await built.discard();
  return { directory, snapshotId: built.manifest.snapshotId };
}
