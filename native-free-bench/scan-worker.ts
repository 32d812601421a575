import { parentPort, workerData } from "node:worker_threads";
import { createKernels } from "../src/engine/kernels/create-kernels.ts";
import { alignOffset } from "../src/engine/kernels/memory-layout.ts";
import type { SharedMemory } from "../src/engine/kernels/shared-memory.ts";

/** Scans its half for each round in `control[0]`; then sets `control[1]` to the round, `[2]` to the count. */
const { control, memory, end, n } = workerData as {
  control: Int32Array;
  memory: SharedMemory;
  end: number;
  n: number;
};
const kernels = createKernels(memory);
const out = alignOffset(end + 1024);
let round = 0;
parentPort!.postMessage("ready");
for (;;) {
  Atomics.wait(control, 0, round);
  round = Atomics.load(control, 0);
  Atomics.store(control, 2, kernels.filterFloats(end, 1, n, out, false));
  Atomics.store(control, 1, round);
  Atomics.notify(control, 1);
}
