import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { removeDirectory } from "./remove-directory.ts";

/** A fresh directory that is removed when the running test ends. */
export function temporaryDirectory(): Promise<string> {
  return madeIn(tmpdir());
}

/** A directory of all tests of a file or of a suite, which makes it before the first and removes it after the last. */
export function sharedDirectory(name: string): string {
  const directory = join(tmpdir(), `terrace-${name}-${randomUUID().slice(0, 8)}`);
  beforeAll(async () => {
    await mkdir(directory);
  });
  afterAll(() => removeDirectory(directory));
  return directory;
}

/** The same as of a test in memory where the system allows: for tests that flush thousands of files. */
export function temporaryMemoryDirectory(): Promise<string> {
  return madeIn(existsSync("/dev/shm") ? "/dev/shm" : tmpdir());
}

async function madeIn(parent: string): Promise<string> {
  const directory = await mkdtemp(join(parent, "terrace-test-"));
  onTestFinished(() => removeDirectory(directory));
  return directory;
}
