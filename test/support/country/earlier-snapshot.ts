import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setCurrent } from "./set-current.ts";

/** A data directory whose current snapshot has no more than the beginning of a manifest. */
export async function placeEarlierSnapshot(dataDir: string, manifest: object): Promise<void> {
  const id = "2026-01-01-0123456789ab";
  await mkdir(join(dataDir, "snapshots", id), { recursive: true });
  await writeFile(join(dataDir, "snapshots", id, "manifest.json"), JSON.stringify(manifest));
  await setCurrent(dataDir, id);
}
