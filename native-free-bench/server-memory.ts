import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Goal } from "./harness.ts";
import { mixedCalls } from "./mixed-calls.ts";

const MAIN = resolve(import.meta.dirname, "../src/cli/from-source.mjs");

/** Calls in progress at a time, for each thread: every thread has some of the connections. */
const CALLERS = 6;

/** Threads that the memory of a further one is taken from: one alone would be hidden by the noise of two runs. */
const FURTHER_THREADS = 3;

/** Resident memory of a server with one thread after calls of all methods with ever other keys; none where the system does not tell. */
export async function measureServerMemory(dataDir: string, calls: number): Promise<Goal[]> {
  if (process.platform !== "linux") return [];
  const figure = await residentMegabytes(dataDir, calls, 1);
  const what = "resident memory of a server after mixed calls with thousands of keys, in MB";
  const bound = "the program itself, heaps, kept pages and answers, and lists of megabytes not yet collected";
  return [{ id: "M1", what, figure, goal: 300, better: "less", bound }];
}

/** What each further wire thread adds after the same calls. */
export async function furtherThreadMemory(dataDir: string, calls: number): Promise<Goal[]> {
  if (process.platform !== "linux") return [];
  const one = await residentMegabytes(dataDir, calls, 1);
  const all = await residentMegabytes(dataDir, calls, 1 + FURTHER_THREADS);
  const what = "resident memory of each further wire thread after mixed calls, in MB";
  const bound =
    "the heap, compiled code, its share of kept pages and answers, and lists of megabytes not yet collected";
  return [{ id: "M1", what, figure: (all - one) / FURTHER_THREADS, goal: 60, better: "less", bound }];
}

/** Megabytes in RAM of a server, started as users start it. */
async function residentMegabytes(dataDir: string, calls: number, threads: number): Promise<number> {
  const flags = ["--max-semi-space-size=8", MAIN, "serve", "--port", "0", "--data-dir", dataDir];
  const env = {
    ...process.env,
    TERRACE_LIMITS: "off",
    TERRACE_THREADS: String(threads),
    // Memory is measured here, not time: the first calls load what later ones find, on a machine that may be busy.
    TERRACE_REQUEST_TIMEOUT_MS: "120000",
  };
  const child = spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"], env });
  try {
    const url = await new Promise<string>((found, failed) => {
      child.stdout.on("data", (text) => {
        const ready = /"url":"([^"]+)"/.exec(String(text));
        if (ready !== null) found(ready[1]);
      });
      child.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
    });
    const next = await mixedCalls(url, 1);
    let left = calls;
    const caller = async () => {
      while (left-- > 0) await next();
    };
    await Promise.all(Array.from({ length: CALLERS * threads }, caller));
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
  } finally {
    child.kill("SIGTERM");
  }
}
