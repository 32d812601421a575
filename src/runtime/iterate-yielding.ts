import { setImmediate as nextTurn } from "node:timers/promises";
import { type StopSignal, throwIfAborted } from "./abort.ts";

/** Yields the items, with an event loop turn after every `atOnce`. Throws when the signal aborts. */
export async function* iterateYielding<T>(
  items: Iterable<T>,
  atOnce: number,
  signal?: StopSignal,
): AsyncGenerator<T, void, void> {
  let taken = 0;
  for (const item of items) {
    throwIfAborted(signal);
    yield item;
    if (++taken % atOnce === 0) await nextTurn();
  }
}
