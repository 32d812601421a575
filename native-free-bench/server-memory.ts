import type { Goal } from "./harness.ts";
import { startServer } from "./start-server.ts";

/** Calls in flight per thread, so that every thread has some of the connections. */
const CALLERS = 6;

/** Additional threads over which memory is averaged: a single one would be lost in the noise of two runs. */
const FURTHER_THREADS = 3;

/** Resident memory of a single-threaded server after mixed calls with many keys. Empty unless on Linux. */
export async function measureServerMemory(dataDir: string, calls: number): Promise<Goal[]> {
  if (process.platform !== "linux") return [];
  const figure = await residentMegabytes(dataDir, calls, 1);
  const what = "resident memory of a server after mixed calls with thousands of keys, in MB";
  const bound = "the program itself, heaps, kept pages and answers, and lists of megabytes not yet collected";
  return [{ id: "M1", what, figure, goal: 300, better: "less", bound }];
}

/** Resident memory that each additional wire thread adds after the same calls. */
export async function furtherThreadMemory(dataDir: string, calls: number): Promise<Goal[]> {
  if (process.platform !== "linux") return [];
  const one = await residentMegabytes(dataDir, calls, 1);
  const all = await residentMegabytes(dataDir, calls, 1 + FURTHER_THREADS);
  const what = "resident memory of each further wire thread after mixed calls, in MB";
  const bound =
    "the heap, compiled code, its share of kept pages and answers, and lists of megabytes not yet collected";
  return [{ id: "M1", what, figure: (all - one) / FURTHER_THREADS, goal: 60, better: "less", bound }];
}

/** Resident megabytes of a server, started as users start it. */
async function residentMegabytes(dataDir: string, calls: number, threads: number): Promise<number> {
  // A long timeout: this measures memory, and the first calls load code on a machine that may be busy.
  const env = { TERRACE_THREADS: String(threads), TERRACE_REQUEST_TIMEOUT_MS: "120000" };
  const server = startServer(dataDir, env);
  try {
    await server.call(calls, CALLERS * threads);
    return server.resident();
  } finally {
    server.child.kill("SIGTERM");
  }
}
