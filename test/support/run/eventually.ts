import { vi } from "vitest";

/** A ceiling for what comes at once on an idle machine, and late on one that is busy with something else. */
const PATIENCE_MS = 120_000;

/** What the check gives as soon as it no longer throws. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 20 });
}
