/** A worker that repeatedly takes from one caller's month and sums what was admitted in shared memory. */
import { workerData } from "node:worker_threads";
import { type MonthsMemory, SharedMonths } from "../../../src/server/admission/limits/shared-months.ts";
import { sharedClockMs } from "../../../src/server/start/shared-clock.ts";
import { untilUnlocked } from "./until-unlocked.ts";

export interface MonthsWork {
  readonly memory: MonthsMemory;
  readonly limit: number;
  readonly requests: number;
  /** Admitted requests of all threads. */
  readonly admitted: SharedArrayBuffer;
}

const { memory, limit, requests, admitted } = workerData as MonthsWork;
const months = new SharedMonths({ memory, monotonicMs: sharedClockMs, onCount: () => {} });
const counts = new Int32Array(admitted);
for (let i = 0; i < requests; i++) {
  if (untilUnlocked(() => months.take("user:a", 1, limit)).isAdmitted) Atomics.add(counts, 0, 1);
}
