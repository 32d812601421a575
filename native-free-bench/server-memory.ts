import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Goal } from "./harness.ts";
import { mixedCalls } from "./mixed-calls.ts";

const MAIN = resolve(import.meta.dirname, "../src/cli/main.ts");

/** Calls under way at a time. */
const CALLERS = 4;

/**
 * Resident memory of a server, started as users start it, after calls of all methods with ever other keys; none where
 * the system does not tell.
 */
export async function measureServerMemory(dataDir: string, calls: number): Promise<Goal[]> {
  if (process.platform !== "linux") return [];
  const flags = ["--max-semi-space-size=8", MAIN, "serve", "--port", "0", "--data-dir", dataDir];
  const env = { ...process.env, TERRACE_LIMITS: "off" };
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
    await Promise.all(Array.from({ length: CALLERS }, caller));
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    const megabytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
    const what = "resident memory of a server after mixed calls with thousands of keys, in MB";
    const bound = "the heaps of five threads, DuckDB's 64 MB, both libraries, encoded lists and kept answers";
    return [{ id: "M1", what, figure: megabytes, goal: 350, better: "less", bound }];
  } finally {
    child.kill("SIGTERM");
  }
}
