import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { RUN_MARK } from "./end-with-run.ts";
import { opened } from "./fixtures.ts";
import { isDeepRun } from "./test-form.ts";

export const MAIN = resolve(import.meta.dirname, "../../../src/cli/main.ts");

export interface Finished {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Sends SIGTERM and resolves with the output when the process has exited. */
  stop(): Promise<Finished>;
  /** Resolves with the output once stdout or stderr matches; rejects if the process exits without a match. */
  said(pattern: RegExp): Promise<string>;
}

/** The short form starts one thread unless a test sets it, in half the time of two; the deep one per core. */
const THREADS = isDeepRun ? {} : { TERRACE_THREADS: "1" };

/** Timeouts for a busy machine; tests of deadlines or of stops set their own. */
export const PATIENCE = { TERRACE_REQUEST_TIMEOUT_MS: "120000", TERRACE_SHUTDOWN_TIMEOUT_MS: "60000" };

/** Compile cache across processes, which halves the cost of a short command. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") };

/** Words of a command, or a command line in which words with spaces are in double quotes. */
type CommandLine = string | readonly string[];

const wordsOf = (command: CommandLine): string[] =>
  typeof command === "string"
    ? Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)
    : [...command];

/** Runs the real CLI without this process's settings, by default without limits and with an empty stdin. */
export function startTerrace(
  command: CommandLine,
  env: Record<string, string> = {},
  input?: string,
): Running {
  return startScript(MAIN, command, env, input);
}

/** startTerrace for another program of the checkout. */
export function startScript(
  script: string,
  command: CommandLine,
  env: Record<string, string> = {},
  input?: string,
): Running {
  const { PATH, HOME, [RUN_MARK]: mark } = process.env;
  const child = spawn(process.execPath, [script, ...wordsOf(command)], {
    env: {
      PATH,
      HOME,
      [RUN_MARK]: mark,
      TERRACE_LIMITS: "off",
      ...COMPILED,
      ...THREADS,
      ...PATIENCE,
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  child.stdin.end(input);
  const texts = { stdout: "", stderr: "" };
  const listeners = new Set<() => void>();
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      texts[stream] += text;
      for (const listener of listeners) listener();
    });
  }
  const finished = once(child, "close").then(([exitCode]) => ({ exitCode, ...texts }) as Finished);
  const said = (pattern: RegExp) =>
    new Promise<string>((found, missed) => {
      const look = () => {
        const all = texts.stdout + texts.stderr;
        if (!pattern.test(all)) return;
        listeners.delete(look);
        found(all);
      };
      listeners.add(look);
      look();
      void finished.then(({ exitCode }) =>
        missed(new Error(`ended with ${exitCode} without saying ${pattern}: ${texts.stdout}${texts.stderr}`)),
      );
    });
  const stop = () => {
    child.kill("SIGTERM");
    return finished;
  };
  return { child, finished, said, stop };
}

/** Starts a server and waits until it is ready; returns its url too. */
export async function readyServer(
  command: CommandLine,
  env: Record<string, string> = {},
): Promise<Running & { readonly url: string }> {
  const running = startTerrace(command, env);
  const ready = /ready at (https?:\S+?):?\s/;
  const [, url] = ready.exec(await running.said(ready))!;
  return { ...running, url };
}

/** `terrace serve` on a free port; killed when the running test ends. */
export async function startServer(args: CommandLine, env: Record<string, string> = {}) {
  const server = await readyServer(["serve", "--port", "0", ...wordsOf(args)], env);
  onTestFinished(() => void server.child.kill("SIGKILL"));
  return server;
}

/** `terrace serve` of the shared country for the tests of a file. */
export function serverProcess(env: Record<string, string>, flags: readonly string[] = []) {
  const args = ["serve", "--data-dir", inject("country").dataDir, "--port", "0", ...flags];
  return opened(() => readyServer(args, env), { close: ({ child }) => child.kill("SIGKILL") });
}

export interface Stopped {
  /** From the signal until the process has exited. */
  readonly tookMs: number;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Longer than a stop with a test's timeout of a second or two on any machine, shorter than `PATIENCE`. */
export const MAX_STOP_MS = 30_000;

export async function stopProcess(
  child: ChildProcess,
  by: "SIGTERM" | "SIGINT" = "SIGTERM",
): Promise<Stopped> {
  const gone = once(child, "exit");
  const startedMs = performance.now();
  child.kill(by);
  const [exitCode, signal] = await gone;
  return { tookMs: Math.round(performance.now() - startedMs), exitCode, signal };
}

const SERVERS = 5;

/**
 * Stops servers until one stop prints all that it should: on a busy machine the timeout may end a process
 * before its last line is written.
 */
export async function oneInOrder(stop: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < SERVERS; i++) if (await stop()) return;
  throw new Error(`none of ${SERVERS} servers ended in order`);
}

/**
 * Runs a command in this process, for tests that are not about the process. Help and command-line errors are
 * written to the process's own streams: they need runTerrace.
 */
export async function runHere(
  command: CommandLine,
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  const { runCommand } = await import("../../../src/cli/program.ts");
  const { processTerminal } = await import("../../../src/cli/terminal.ts");
  const texts = { stdout: "", stderr: "" };
  const { signal } = new AbortController();
  const exitCode = await runCommand(wordsOf(command), {
    ...processTerminal(signal),
    env,
    out: (text) => (texts.stdout += `${text}\n`),
    err: (text) => (texts.stderr += `${text}\n`),
    progress: () => ({ report() {}, finish() {} }),
  });
  return { exitCode, ...texts };
}

/** Expects that a command failed with an exit code and printed the reason. */
export function expectRefusal({ exitCode, stderr }: Finished, reason: string, code = 2): void {
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(reason)]);
}

export function runTerrace(...start: Parameters<typeof startTerrace>): Promise<Finished> {
  return startTerrace(...start).finished;
}
