import { fork } from "node:child_process";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { aborted } from "node:util";
import type { Logger } from "pino";
import { compiledCodeFlags } from "../../runtime/threads/start-thread.ts";
import { endsWithin } from "../../runtime/time/within.ts";
import { duration } from "../progress.ts";
import type { GrowthMessage, GrowthTask } from "./grow-child.ts";

/** How long the build may clean up when the server stops, before SIGKILL. */
const STOP_MS = 2000;

/**
 * Builds and publishes the whole country in a child process of low priority, while the server answers; the
 * server then follows the publication. Resolves when the child is done, has failed, or was stopped by the
 * signal.
 */
export async function growSnapshot(task: GrowthTask, log: Logger, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const startedMs = performance.now();
  const isDemo = task.growth.demo === true;
  if (!isDemo) log.info("serving a part of the country while the whole country is built in the background");
  const file = fileURLToPath(new URL(`./grow-child${extname(import.meta.filename)}`, import.meta.url));
  const child = fork(file, {
    execArgv: [...process.execArgv, ...compiledCodeFlags()],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let failure: string | undefined = "the build process exited without an error message";
  let isWhole = isDemo;
  child.on("message", ({ secondsLeft, made, failure: reason }: GrowthMessage) => {
    if (secondsLeft !== undefined) {
      log.info(`the whole country will be ready in about ${duration(secondsLeft * 1000)}`);
      return;
    }
    failure = reason;
    if (made === "demo") log.info("a synthetic country, with data for every feature, is at /at/demo/");
    else if (made === "country") {
      isWhole = true;
      log.info(`the whole country was built in ${duration(performance.now() - startedMs)}`);
    }
  });
  const gone = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
    child.once("error", (error) => {
      failure = error.message;
      resolve();
    });
  });
  const stop = () => void child.kill("SIGTERM");
  signal.addEventListener("abort", stop, { once: true });
  child.send(task);
  await Promise.race([gone, aborted(signal, child)]);
  if (signal.aborted) {
    if (!(await endsWithin(gone, STOP_MS))) child.kill("SIGKILL");
  } else if (failure !== undefined) {
    log.warn(
      { reason: failure },
      isWhole
        ? "the synthetic country could not be built; the next start retries it"
        : "the whole country could not be built; serving the part until the next start retries it",
    );
  }
}
