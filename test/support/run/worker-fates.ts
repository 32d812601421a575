import type { Worker } from "node:worker_threads";
import { onTestFinished } from "vitest";

/** A Node flag that runs a script in each worker before anything else. */
export function preload(script: string): string[] {
  return ["--import", `data:text/javascript,${encodeURIComponent(script)}`];
}

/** Runs a statement in a worker just before it posts the result of a batch. */
const beforeAnswer = (statement: string) => `
  import { MessagePort, threadId } from "node:worker_threads";
  const post = MessagePort.prototype.postMessage;
  let answers = 0;
  MessagePort.prototype.postMessage = function (message, ...rest) {
    if (message?.result?.length > 0) {
      answers++;
      ${statement}
    }
    return post.call(this, message, ...rest);
  };
`;

/** Ends workers while they post a result: of three, one throws, one runs out of heap, one survives. */
export const BAD_ENDS = beforeAnswer(`
  if (answers === 3 + (threadId % 5)) {
    if (threadId % 3 === 0) throw new Error("thrown while it answers");
    if (threadId % 3 === 1) for (const full = []; ; ) full.push(new Array(10_000).fill(threadId));
  }
`);

/** Makes every worker throw instead of posting its results. */
export const EVERY_ANSWER_THROWS = beforeAnswer(`throw new Error("no answer");`);

/** Ends the first worker that claims a column to index, before it starts; writes the file `mark`. */
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

export function slowAnswers(ms: number): string {
  return beforeAnswer(`Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms});`);
}

/** The live workers started since this call, in order of start. */
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
