/** A further thread that answers on the port: `WireThreads` starts it. */
import { parentPort, workerData } from "node:worker_threads";
import type { ThreadStart } from "./thread-messages.ts";

const start = workerData as ThreadStart;
// Compiled code is shared by way of files: a thread that strips types and compiles by itself starts twice as late.
if (start.compileCache !== undefined) {
  process.getBuiltinModule("node:module").enableCompileCache(start.compileCache);
}
const { runWireThread } = await import("./run-wire-thread.ts");
await runWireThread(start, parentPort!);
