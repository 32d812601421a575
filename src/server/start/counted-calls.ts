import type { Count } from "./thread-messages.ts";

/** How long a counted request may be unknown to the ledger. A message for each would cost more than the request's count. */
const TELL_AFTER_MS = 5;

/** Gathers what a thread has admitted, by caller, and posts it together. */
export function countedCalls(post: (counts: readonly Count[]) => void) {
  let counts = new Map<string, { cost: number; limit: number }>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    post(Array.from(counts, ([identifier, { cost, limit }]) => [identifier, cost, limit]));
    counts = new Map();
  };
  const add = (identifier: string, cost: number, limit: number): void => {
    const before = counts.get(identifier)?.cost ?? 0;
    counts.set(identifier, { cost: before + cost, limit });
    timer ??= setTimeout(flush, TELL_AFTER_MS);
  };
  return { add, flush };
}
