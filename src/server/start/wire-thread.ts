/** A thread after the first that answers on the port: `WireThreads` starts it. */
import { parentPort, workerData } from "node:worker_threads";
import { runWireThread } from "./run-wire-thread.ts";
import type { ThreadStart } from "./thread-messages.ts";

await runWireThread(workerData as ThreadStart, parentPort!);
