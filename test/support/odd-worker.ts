import { parentPort } from "node:worker_threads";

/** Answers a number with its double, throws at "throw", ends its thread at "exit", and at "later" after an answer. */
parentPort?.on("message", (task: number | "throw" | "exit" | "later") => {
  if (task === "throw") throw new RangeError("asked to throw");
  if (task === "exit") process.exit(0);
  else if (task === "later") {
    parentPort?.postMessage(0);
    // Long enough for the answer to arrive first: errors and messages take different ways.
    setTimeout(() => {
      throw new RangeError("asked to throw later");
    }, 50);
  } else parentPort?.postMessage(task * 2);
});
