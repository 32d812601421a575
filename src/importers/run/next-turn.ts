import { setImmediate } from "node:timers/promises";
import { throwIfAborted } from "../../runtime/abort.ts";

/** Yields to the event loop, then throws if aborted: reading is synchronous, so ctrl-C needs the yield. */
export async function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  throwIfAborted(signal, "import");
}
