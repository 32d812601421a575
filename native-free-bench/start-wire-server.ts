import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export interface WireServer {
  readonly port: number;
  readonly child: ChildProcess;
}

/** Starts a contestant of wire-server.ts; resolves when it listens. */
export async function startWireServer(
  kind: string,
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<WireServer> {
  const file = resolve(import.meta.dirname, "wire-server.ts");
  const child = spawn(process.execPath, ["--max-semi-space-size=8", file, kind, dataDir], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const port = await new Promise<number>((found, failed) => {
    child.stdout.once("data", (text) => found(Number(text)));
    child.once("exit", (code) => failed(new Error(`${kind} ended with ${code} before it answered`)));
  });
  return { port, child };
}

/** CPU seconds used by a process with all its threads, in steps of 10 ms (Linux). */
export function processorSeconds({ child }: WireServer): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, "latin1");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) / 100;
}
