import { rm } from "node:fs/promises";

/** Removes a directory, with retries: a claim may still be renewed, or an exiting process write in it. */
export function removeDirectory(directory: string): Promise<void> {
  return rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
