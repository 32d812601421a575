import type { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

/** A Node flag that runs a script in each worker thread before anything else. */
export function preload(script: string): string[] {
  return ["--import", `data:text/javascript,${encodeURIComponent(script)}`];
}

/**
 * Gives each third worker a bad end in the middle of answering: one throws, one fills its heap, one lives. A worker
 * stores the count of calls it has done when it has done them, so that is where its fate meets it.
 */
export const BAD_ENDS = `
  import { threadId } from "node:worker_threads";
  const store = Atomics.store;
  let answers = 0;
  Atomics.store = (words, at, value) => {
    if (at === 16 && words instanceof Int32Array && ++answers === 3 + (threadId % 5)) {
      if (threadId % 3 === 0) throw new Error("thrown while it answers");
      if (threadId % 3 === 1) for (const full = []; ; ) full.push(new Array(10_000).fill(threadId));
    }
    return store(words, at, value);
  };
`;

/** Makes every worker throw instead of handing over its first answers. */
export const EVERY_ANSWER_THROWS = `
  const store = Atomics.store;
  Atomics.store = (words, at, value) => {
    if (at === 16) throw new Error("no answer");
    return store(words, at, value);
  };
`;

/** Ends the first worker that claims a column to index, before it has begun; leaves a file as a sign of it. */
export function firstClaimEnds(mark: string): string {
  return `
    import { closeSync, openSync } from "node:fs";
    const exchange = Atomics.compareExchange;
    Atomics.compareExchange = (...claim) => {
      const before = exchange(...claim);
      try {
        closeSync(openSync(${JSON.stringify(mark)}, "wx"));
      } catch {
        return before;
      }
      process.exit(1);
    };
  `;
}

/** Makes a worker take this long over each handful of calls. */
export function slowAnswers(ms: number): string {
  return `
    const store = Atomics.store;
    const never = new Int32Array(new SharedArrayBuffer(4));
    Atomics.store = (words, at, value) => {
      if (at === 16) Atomics.wait(never, 0, 0, ${ms});
      return store(words, at, value);
    };
  `;
}

/** The live worker threads that were started since, in order of start. */
export function watchWorkers(): Worker[] {
  const live: Worker[] = [];
  const onWorker = (worker: Worker) => {
    live.push(worker);
    worker.once("exit", () => live.splice(live.indexOf(worker), 1));
  };
  process.on("worker", onWorker);
  onTestFinished(() => {
    process.off("worker", onWorker);
  });
  return live;
}
