import { setImmediate } from "node:timers/promises";
import { throwIfAborted } from "../../runtime/abort.ts";

/**
 * Yields to the event loop, then throws if the signal is aborted. Reading files is synchronous: without
 * yielding, ctrl-C would have no effect until its end.
 */
export async function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  throwIfAborted(signal, "import");
}
