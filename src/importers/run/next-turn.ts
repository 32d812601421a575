import { setImmediate } from "node:timers/promises";
import { throwIfAborted } from "../../runtime/abort.ts";

/**
 * Lets the event loop turn once and rejects when the signal has fired. Reading files is one long computation, and
 * without a turn no ctrl-C would be heard before its end.
 */
export async function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  throwIfAborted(signal, "import");
}
