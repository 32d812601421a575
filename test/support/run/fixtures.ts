import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished, vi } from "vitest";
import { removeDirectory } from "./remove-directory.ts";

type Callable = Record<string | symbol, (...args: unknown[]) => unknown>;

/** Time limit for building the largest country. */
const MAX_MS = 900_000;

interface OpenedOptions<T> {
  /** Opens and closes it for each test instead of once. */
  readonly each?: boolean;
  readonly close?: (it: T) => unknown;
}

/**
 * A fixture of the current file or suite: opened before the first test and closed, if it has a `close`, after
 * the last. Returns a proxy of what `open` returns, so that it can be used, or its functions destructured,
 * before it is open.
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
    beforeEach(before, MAX_MS);
    afterEach(after);
  } else {
    beforeAll(before, MAX_MS);
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
    // Comparing or spreading the proxy would see an empty object.
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

/** A directory for all tests of a file or suite: made before the first, removed after the last. */
export function sharedDirectory(name: string): string {
  const directory = join(tmpdir(), `terrace-${name}-${randomUUID().slice(0, 8)}`);
  beforeAll(async () => {
    await mkdir(directory);
  });
  afterAll(() => removeDirectory(directory));
  return directory;
}

/** temporaryDirectory in memory where possible: for tests that fsync thousands of files. */
export function temporaryMemoryDirectory(): Promise<string> {
  return madeIn(existsSync("/dev/shm") ? "/dev/shm" : tmpdir());
}

async function madeIn(parent: string): Promise<string> {
  const directory = await mkdtemp(join(parent, "terrace-test-"));
  onTestFinished(() => removeDirectory(directory));
  return directory;
}

/** Upper bound for what is immediate on an idle machine but late on a busy one. */
const PATIENCE_MS = 120_000;

/** Retries `check` until it no longer throws and returns its result. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 20 });
}

/** The error that work rejects with; undefined if it resolves. */
export function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error,
  );
}
