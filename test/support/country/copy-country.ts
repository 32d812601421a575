import { cp } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";

/**
 * Copies what is published in the data directory of the shared country. Leases, counts and keys stay behind: other tests
 * serve the same country at this moment, and a file that is listed may be gone when it is read.
 */
export async function copyCountry(to: string): Promise<void> {
  for (const name of ["CURRENT", "snapshots"]) {
    await cp(join(inject("country").dataDir, name), join(to, name), { recursive: true });
  }
}
