import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { removeDirectory } from "./remove-directory.ts";

/** A fresh directory that is removed when the running test ends. */
export function temporaryDirectory(): Promise<string> {
  return madeIn(tmpdir());
}

/** The same in memory where the system allows: for tests that flush thousands of files. */
export function temporaryMemoryDirectory(): Promise<string> {
  return madeIn(existsSync("/dev/shm") ? "/dev/shm" : tmpdir());
}

async function madeIn(parent: string): Promise<string> {
  const directory = await mkdtemp(join(parent, "terrace-test-"));
  onTestFinished(() => removeDirectory(directory));
  return directory;
}
