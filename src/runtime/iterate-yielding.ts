import { setImmediate as nextTurn } from "node:timers/promises";
import { type StopSignal, throwIfAborted } from "./abort.ts";

/** The items; after every `atOnce` of them others have their turn. Throws why the signal fired in place of an item. */
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
