import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { SandboxOptions } from "../../../engine/sql/sandbox.ts";
import type { SnapshotFacts } from "../../../rpc/unary-method.ts";
import { abortError, throwIfAborted } from "../../../runtime/abort.ts";
import { type ErrorCode, TerraceError } from "../../../runtime/errors.ts";
import { compiledCodeFlags } from "../../../runtime/threads/start-thread.ts";
import type { SnapshotSource } from "../../../snapshot/manifest/manifest.ts";

export interface SqlTask extends SandboxOptions {
  readonly sources: readonly SnapshotSource[];
  readonly facts: SnapshotFacts;
  readonly sql: string;
  readonly format: string;
  readonly maxRows: number;
  readonly maxBytes: number;
  /** Resident memory of the process: DuckDB's own limit does not count, for example, a single long string. */
  readonly residentLimitMb: number;
}

export type SqlMessage =
  | { readonly kind: "piece"; readonly bytes: Uint8Array }
  | { readonly kind: "done"; readonly isCut: boolean; readonly contentType: string }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly message: string };

export interface SqlAnswer {
  readonly bytes: Buffer;
  readonly contentType: string;
  /** Whether rows beyond `maxRows` were dropped. */
  readonly isCut: boolean;
}

const LOOK_EVERY_MS = 20;

/** Idle time before the process is killed. */
const IDLE_MS = 10_000;

/**
 * Runs SQL in a child process. A statement can plan for hours or fill memory in ways that no DuckDB setting
 * bounds and nothing interrupts, but a process can always be killed. One query at a time; the process is
 * reused.
 */
export class SqlProcess {
  #child: ChildProcess | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** Rejects with the signal's reason, or if the query exceeds its memory. */
  async ask(task: SqlTask, signal: AbortSignal): Promise<SqlAnswer> {
    throwIfAborted(signal);
    clearTimeout(this.#idle);
    this.#child ??= startChild();
    const child = this.#child;
    const { promise, resolve, reject } = Promise.withResolvers<SqlAnswer>();
    // It may reject before it is awaited.
    promise.catch(() => {});
    const pieces: Uint8Array[] = [];
    const onMessage = (message: SqlMessage) => {
      if (message.kind === "piece") pieces.push(message.bytes);
      else if (message.kind === "failed") reject(new TerraceError(message.code, message.message));
      else resolve({ ...message, bytes: Buffer.concat(pieces) });
    };
    const fail = (error: unknown) => {
      this.close();
      reject(error);
    };
    const onExit = () => fail(new TerraceError("internal", "the process of a question in SQL ended"));
    const onAbort = () => fail(abortError(signal));
    const look = setInterval(() => {
      if (residentMb(child.pid!) <= task.residentLimitMb) return;
      const what = `the question takes more than ${task.residentLimitMb} MB of memory; ask for less`;
      fail(new TerraceError("resource_exhausted", what));
    }, LOOK_EVERY_MS);
    try {
      child.on("message", onMessage).on("exit", onExit).on("error", onExit);
      signal.addEventListener("abort", onAbort, { once: true });
      child.send(task, (error) => error === null || onExit());
      return await promise;
    } finally {
      clearInterval(look);
      signal.removeEventListener("abort", onAbort);
      child.off("message", onMessage).off("exit", onExit).off("error", onExit);
      this.#idle = setTimeout(() => this.close(), IDLE_MS).unref();
    }
  }

  close(): void {
    clearTimeout(this.#idle);
    // All other listeners are gone; an unhandled "error" event would throw.
    this.#child?.on("error", () => {}).kill("SIGKILL");
    this.#child = undefined;
  }
}

/** Starts with an empty environment, so that SQL cannot read secrets. */
function startChild(): ChildProcess {
  const file = fileURLToPath(new URL(`./sql-child${extname(import.meta.filename)}`, import.meta.url));
  const child = fork(file, {
    serialization: "advanced",
    env: {},
    execArgv: [...compiledCodeFlags(), "--max-old-space-size=384"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  if (child.pid === undefined) {
    // The error follows as an event; unhandled, it would end the server.
    child.on("error", () => {});
    throw new TerraceError("unavailable", "no process can be had for a question in SQL now; ask again later");
  }
  child.unref();
  child.channel?.unref();
  return child;
}

/** Resident megabytes of a process; 0 if the system does not report them. */
function residentMb(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(kilobytes?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
