import { cp, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { dataDirectory } from "../../../src/snapshot/store/data-directory.ts";
import { readCurrent } from "../../../src/snapshot/store/read-current.ts";
import { temporaryDirectory } from "../run/fixtures.ts";
import { sharedCountry } from "./shared-country.ts";

/**
 * Copies CURRENT and the snapshots of a data directory (default: the shared country's). Leases, counts and
 * keys are not copied: other tests serve the same country, so a listed file may be gone when it is read.
 */
export async function copyCountry(to: string, from = inject("country").dataDir): Promise<void> {
  for (const name of ["CURRENT", "snapshots"]) {
    await cp(join(from, name), join(to, name), { recursive: true });
  }
}

/** Copies the shared country into a temporary directory that is removed when the running test ends. */
export async function copiedCountry(): Promise<string> {
  const dataDir = await temporaryDirectory();
  await copyCountry(dataDir);
  return dataDir;
}

/** Copies a small snapshot of a second synthetic country below a root that the caller removes. */
export async function copySecondCountry(root: string) {
  const { dataDir } = await sharedCountry(2, 0.02);
  const snapshotId = (await readCurrent(dataDir))!;
  const directory = join(root, "other-snapshot");
  await cp(join(dataDirectory(dataDir).snapshots, snapshotId), directory, { recursive: true });
  return { directory, snapshotId };
}

/** A data directory below `root` with the shared country, and another snapshot to publish over it. */
export async function twoCountries(root: string) {
  const dataDir = join(root, "data");
  await copyCountry(dataDir);
  const other = await copySecondCountry(root);
  return { dataDir, oldId: (await readCurrent(dataDir))!, other };
}

/** Sets CURRENT, to a valid id or not, by rename: a watcher never reads a partial file. */
export async function setCurrent(dataDir: string, text: string): Promise<void> {
  await writeFile(join(dataDir, "CURRENT.next"), `${text}\n`);
  await rename(join(dataDir, "CURRENT.next"), join(dataDir, "CURRENT"));
}

/** A data directory whose current snapshot consists of a partial manifest only. */
export async function placeEarlierSnapshot(dataDir: string, manifest: object): Promise<void> {
  const id = "2026-01-01-0123456789ab";
  await mkdir(join(dataDir, "snapshots", id), { recursive: true });
  await writeFile(join(dataDir, "snapshots", id, "manifest.json"), JSON.stringify(manifest));
  await setCurrent(dataDir, id);
}
