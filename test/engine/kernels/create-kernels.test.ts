import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { NO_VALIDITY, putFloatPredicate } from "../../../src/engine/kernels/predicate-list.ts";
import { createSharedMemory, PAGE_BYTES } from "../../../src/engine/kernels/shared-memory.ts";

const LIST = 1_024;
const OUT = 2_048;
const VALUES = 4_096;

describe("createKernels", () => {
  it("works in a worker on the same memory, without a copy", async () => {
    const memory = createSharedMemory(PAGE_BYTES);
    new Float32Array(memory.buffer, VALUES, 3).set([1, 2, 3]);
    putFloatPredicate(new DataView(memory.buffer), LIST, 0, VALUES, NO_VALIDITY, 1, 2);
    const module = new URL("../../../src/engine/kernels/create-kernels.ts", import.meta.url).href;
    const source = `
      import { parentPort, workerData } from "node:worker_threads";
      const { createKernels } = await import(workerData.module);
      const kernels = createKernels(workerData.memory);
      parentPort.postMessage(kernels.kind + " " + kernels.filterFloats(${LIST}, 1, 3, ${OUT}, false));`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
      workerData: { module, memory },
    });
    const answer = await new Promise((resolve, reject) =>
      worker.once("message", resolve).once("error", reject),
    );
    await worker.terminate();
    expect(answer).toBe("wasm-simd 2");
    expect(new Uint8Array(memory.buffer, OUT, 1)[0]).toBe(0b011);
  });
});
