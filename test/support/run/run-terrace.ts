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
  /** Asks it to stop, as a supervisor does, and resolves with what it said when it has ended. */
  stop(): Promise<Finished>;
  /** Resolves with the text so far when either stream has said something that matches; rejects at the end without it. */
  said(pattern: RegExp): Promise<string>;
}

/** One thread costs half the start of two: the short form has one where a test asks for no number, the deep one a core each. */
const THREADS = isDeepRun ? {} : { TERRACE_THREADS: "1" };

/** For a busy machine: tests that are about deadlines, or about the time of a stop, set their own. */
export const PATIENCE = { TERRACE_REQUEST_TIMEOUT_MS: "120000", TERRACE_SHUTDOWN_TIMEOUT_MS: "60000" };

/** Code that an earlier process compiled, from the first file on: half of what a short command costs. */
const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") };

/** The words of a command, or the command as a person types it: words with spaces stand in double quotes. */
type CommandLine = string | readonly string[];

const wordsOf = (command: CommandLine): string[] =>
  typeof command === "string"
    ? Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)
    : [...command];

/**
 * The real command line in a process of its own, without the settings of this one; limits only when asked for. Its standard
 * input is empty unless it is given.
 */
export function startTerrace(
  command: CommandLine,
  env: Record<string, string> = {},
  input?: string,
): Running {
  return startScript(MAIN, command, env, input);
}

/** The same of another program of the checkout. */
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

/** A server that a command starts, once it is ready, and where it is. */
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

/** `terrace serve` of the shared country, for the tests of a file. */
export function serverProcess(env: Record<string, string>, flags: readonly string[] = []) {
  const args = ["serve", "--data-dir", inject("country").dataDir, "--port", "0", ...flags];
  return opened(() => readyServer(args, env), { close: ({ child }) => child.kill("SIGKILL") });
}

export interface Stopped {
  /** From the signal until the process was gone. */
  readonly tookMs: number;
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A stop that obeys the second or two that a test sets is far below this on any machine; one that obeys `PATIENCE` is not. */
export const LONGEST_STOP_MS = 30_000;

/** Asks a process to stop, as a supervisor or a person does, and waits until it is gone. */
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
 * Stops servers until one stop tells all that it should. On a busy machine the process may end itself, as its time is up,
 * before its last line is written.
 */
export async function oneInOrder(stop: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < SERVERS; i++) if (await stop()) return;
  throw new Error(`none of ${SERVERS} servers ended in order`);
}

/**
 * The same in this process, for commands whose start is not what a test is about: what a process adds is tried by others.
 * Help, and mistakes in a command line, are written to the process itself: they need one of their own.
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

/** Expects that a command has failed with an exit code, and said why. */
export function expectRefusal({ exitCode, stderr }: Finished, reason: string, code = 2): void {
  expect([exitCode, stderr]).toEqual([code, expect.stringContaining(reason)]);
}

/** Runs a command to its end. */
export function runTerrace(...start: Parameters<typeof startTerrace>): Promise<Finished> {
  return startTerrace(...start).finished;
}
