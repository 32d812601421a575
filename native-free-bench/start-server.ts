import { type ChildProcess, spawn } from "node:child_process";
import { resolve } from "node:path";
import { residentMb } from "../test/support/run/resident-memory.ts";
import { mixedCalls } from "./mixed-calls.ts";

const MAIN = resolve(import.meta.dirname, "../src/cli/from-source.mjs");

/** Starts `terrace serve` on a data directory as users start it, with helpers to call it. */
export function startServer(dataDir: string, env: Readonly<Record<string, string>>) {
  const flags = ["--max-semi-space-size=8", MAIN, "serve", "--port", "0", "--data-dir", dataDir];
  const child: ChildProcess = spawn(process.execPath, flags, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TERRACE_LIMITS: "off", ...env },
  });
  const url = new Promise<string>((found, failed) => {
    // Keep reading: a full pipe would block the server's log.
    child.stdout!.on("data", (text) => {
      const ready = /"url":"([^"]+)"/.exec(String(text));
      if (ready !== null) found(ready[1]);
    });
    child.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
  });
  return {
    child,
    url,
    resident: () => residentMb(child.pid!),
    /** Makes `calls` mixed calls with many keys, `callers` at a time. */
    call: async (calls: number, callers: number) => {
      const next = await mixedCalls(await url, 1);
      let left = calls;
      const caller = async () => {
        while (left-- > 0) await next();
      };
      await Promise.all(Array.from({ length: callers }, caller));
    },
  };
}
