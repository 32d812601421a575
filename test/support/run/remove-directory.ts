import { rm } from "node:fs/promises";

/** Removes a directory in which a claim may still be renewed, or a process that just ended may still write. */
export function removeDirectory(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
