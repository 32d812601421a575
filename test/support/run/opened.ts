import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

type Callable = Record<string | symbol, (...args: unknown[]) => unknown>;

/** As long as the largest country takes to build. */
const MOST_MS = 900_000;

interface OpenedOptions<T> {
  /** Opens and closes it for each test. */
  readonly each?: boolean;
  readonly close?: (it: T) => unknown;
}

/**
 * What the tests of a file or suite ask: opened before the first of them and closed after the last. Its members are those of
 * what was opened, so it can be named where the file begins, and its functions taken out there.
 */
export function opened<T extends { close(...args: never[]): unknown }>(
  open: () => T | Promise<T>,
  { each = false, close = (it) => it.close() }: OpenedOptions<T> = {},
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
    getPrototypeOf: () => Reflect.getPrototypeOf(now()),
  });
}
