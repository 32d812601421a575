/** A worker that exits while it holds a lock in shared memory, or posts its reading of the shared clock. */
import { parentPort, workerData } from "node:worker_threads";
import { SharedLocks } from "../../../src/runtime/shared/shared-locks.ts";
import { sharedClockMs } from "../../../src/server/start/shared-clock.ts";

const { memory } = workerData as { memory: SharedArrayBuffer };
new SharedLocks(new Int32Array(memory)).acquire(1);
parentPort!.postMessage(sharedClockMs());
