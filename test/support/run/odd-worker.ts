import { parentPort } from "node:worker_threads";

/**
 * Worker that answers a number with its double, throws at "throw" and exits at "exit". At "later" it answers,
 * then throws on a message of that BroadcastChannel: errors and messages travel separately, so either may
 * arrive first.
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
