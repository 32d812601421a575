import { dirname } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";

export interface ThreadOptions extends WorkerOptions {
  /**
   * Runs at a lower priority than threads that answer callers, once its file is loaded: callers already wait
   * for the load. Linux only; elsewhere threads have the priority of their process.
   */
  readonly givesWay?: boolean;
}

/** Lowers the priority before the first task; where a sandbox forbids it, the thread runs as usual. */
const GIVE_WAY = `.then(() => { const os = process.getBuiltinModule("node:os");
const behind = os.constants.priority.PRIORITY_BELOW_NORMAL;
try { if (os.getPriority() < behind) os.setPriority(behind); } catch {} })`;

/**
 * Starts a worker with this thread's compile cache, enabled before its first module loads: with cached
 * modules the worker does not load Node's type stripper, which takes 24 MB per thread.
 */
export function startThread(file: URL, { givesWay = false, ...options }: ThreadOptions): Worker {
  const directory = cacheDirectory();
  const before =
    directory === undefined
      ? ""
      : `process.getBuiltinModule("node:module").enableCompileCache(${JSON.stringify(directory)});`;
  const after = givesWay && process.platform === "linux" ? GIVE_WAY : "";
  if (before === "" && after === "") return new Worker(file, options);
  return new Worker(`${before} import(${JSON.stringify(file.href)})${after};`, { ...options, eval: true });
}

/** Delays before a restart by the number of failed starts; the last one repeats. */
const RESTART_DELAYS_MS = [0, 20, 100, 500, 1000];

export function restartDelayMs(failedStarts: number): number {
  return RESTART_DELAYS_MS[Math.min(failedStarts, RESTART_DELAYS_MS.length - 1)];
}

/** The same cache as flags for `execArgv`, for child processes and threads started by others. */
export function compiledCodeFlags(): string[] {
  const directory = cacheDirectory();
  if (directory === undefined) return [];
  const first = `import { enableCompileCache } from "node:module"; enableCompileCache(${JSON.stringify(directory)});`;
  return ["--import", `data:text/javascript,${encodeURIComponent(first)}`];
}

/** The folder for enableCompileCache: Node keeps one subfolder per version in it. */
function cacheDirectory(): string | undefined {
  // Not imported: a Node that is too old lacks it, and the import would fail before the version check reports
  // it.
  const own = process.getBuiltinModule("node:module").getCompileCacheDir();
  return own === undefined ? undefined : dirname(own);
}
