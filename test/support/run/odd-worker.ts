import { parentPort } from "node:worker_threads";

/**
 * Answers a number with its double, throws at "throw" and ends its thread at "exit". At "later" it answers and throws
 * when the channel of that name says so: errors and messages take different ways, and either may arrive first.
 */
parentPort?.on("message", (task: number | "throw" | "exit" | "later") => {
  if (task === "throw") throw new RangeError("asked to throw");
  if (task === "exit") process.exit(0);
  else if (task === "later") {
    new BroadcastChannel("later").onmessage = () => {
      throw new RangeError("asked to throw later");
    };
    parentPort?.postMessage(0);
  } else parentPort?.postMessage(task * 2);
});
