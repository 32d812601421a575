import { cp } from "node:fs/promises";
import { basename } from "node:path";
import { inject } from "vitest";

/**
 * Copies the data directory of the shared country. Its leases stay behind: other tests serve the same country at this
 * moment, and a lease that is listed may be gone when it is read.
 */
export function copyCountry(to: string): Promise<void> {
  const filter = (path: string) => basename(path) !== "leases";
  return cp(inject("country").dataDir, to, { recursive: true, filter });
}
