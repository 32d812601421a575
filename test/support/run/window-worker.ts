/** A worker that takes from one caller's window until stopped and sums what was admitted in shared memory. */
import { parentPort, workerData } from "node:worker_threads";
import { SlidingWindow, type WindowMemory } from "../../../src/server/admission/limits/sliding-window.ts";
import { sharedClockMs } from "../../../src/server/start/shared-clock.ts";
import { untilUnlocked } from "./until-unlocked.ts";

export interface WindowWork {
  readonly memory: WindowMemory;
  readonly identifiers: readonly string[];
  readonly limit: number;
  /** Number of requests; unlimited by default. */
  readonly requests?: number;
  /** Fixed clock reading in ms; the shared clock by default. */
  readonly nowMs?: number;
  /** Admitted requests by identifier, in all threads. */
  readonly admitted: SharedArrayBuffer;
}

const {
  memory,
  identifiers,
  limit,
  requests = Number.POSITIVE_INFINITY,
  nowMs,
  admitted,
} = workerData as WindowWork;
const window = new SlidingWindow(memory);
const counts = new Int32Array(admitted);
parentPort!.postMessage("ready");
parentPort!.once("message", () => {
  for (let i = 0; i < requests; i++) {
    const which = i % identifiers.length;
    const { isAdmitted } = untilUnlocked(() =>
      window.take(identifiers[which], 1, limit, nowMs ?? sharedClockMs()),
    );
    if (isAdmitted) Atomics.add(counts, which, 1);
  }
  parentPort!.postMessage("done");
  parentPort!.close();
});
