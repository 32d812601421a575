import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished, vi } from "vitest";
import { removeDirectory } from "./remove-directory.ts";

type Callable = Record<string | symbol, (...args: unknown[]) => unknown>;

/** As long as the largest country takes to build. */
const MOST_MS = 900_000;

interface OpenedOptions<T> {
  /** Opens and closes it for each test. */
  readonly each?: boolean;
  readonly close?: (it: T) => unknown;
}

/**
 * What the tests of a file or suite ask: opened before the first of them and, where it can be, closed after the last. Its
 * members are those of what was opened, so it can be named where the file begins, and its functions taken out there.
 */
export function opened<T extends object>(
  open: () => T | Promise<T>,
  { each = false, close = (it) => (it as { close?(): unknown }).close?.() }: OpenedOptions<T> = {},
): T {
  let found: T | undefined;
  const before = async () => {
    found = await open();
  };
  const after = async () => {
    if (found !== undefined) await close(found);
    found = undefined;
  };
  if (each) {
    beforeEach(before, MOST_MS);
    afterEach(after);
  } else {
    beforeAll(before, MOST_MS);
    afterAll(after);
  }
  const now = (): T => {
    if (found === undefined) throw new Error("asked before it was opened, or after it was closed");
    return found;
  };
  return new Proxy({} as T, {
    get(_, name) {
      if (found === undefined) return (...args: unknown[]) => (now() as unknown as Callable)[name](...args);
      const member: unknown = Reflect.get(now(), name);
      return typeof member === "function" ? member.bind(now()) : member;
    },
    has: (_, name) => Reflect.has(now(), name),
    // Compared or spread it would seem to be empty.
    ownKeys: () => {
      throw new Error("take a member of what was opened, not all of them");
    },
    getPrototypeOf: () => Reflect.getPrototypeOf(now()),
  });
}

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

/** A ceiling for what comes at once on an idle machine, and late on one that is busy with something else. */
const PATIENCE_MS = 120_000;

/** What the check gives as soon as it no longer throws. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 20 });
}

/** What work fails with; undefined where it does not. */
export function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error,
  );
}
