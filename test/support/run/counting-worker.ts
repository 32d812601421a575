/** A worker that counts under a few names in its own slots. */
import { workerData } from "node:worker_threads";
import { SharedCounts } from "../../../src/runtime/shared/shared-counts.ts";

const { memory, thread, rounds } = workerData as {
  memory: SharedArrayBuffer;
  thread: number;
  rounds: number;
};
const counts = new SharedCounts(memory, thread);
for (let i = 0; i < rounds; i++) {
  counts.of("all")[0]++;
  counts.of(`thread ${thread}`)[1] += 0.5;
  counts.of(`é ${i % 3}`)[0]++;
}
