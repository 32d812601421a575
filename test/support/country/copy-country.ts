import { cp } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { temporaryDirectory } from "../run/temporary-directory.ts";

/**
 * Copies what is published in a data directory, that of the shared country unless another is named. Leases, counts and keys stay behind: other tests
 * serve the same country at this moment, and a file that is listed may be gone when it is read.
 */
export async function copyCountry(to: string, from = inject("country").dataDir): Promise<void> {
  for (const name of ["CURRENT", "snapshots"]) {
    await cp(join(from, name), join(to, name), { recursive: true });
  }
}

/** A copy of the shared country in a directory that is removed when the running test ends. */
export async function copiedCountry(): Promise<string> {
  const dataDir = await temporaryDirectory();
  await copyCountry(dataDir);
  return dataDir;
}
