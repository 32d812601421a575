import { dirname } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";

export interface ThreadOptions extends WorkerOptions {
  /**
   * Lets every thread that does not give way run first where both want a core, from when this one has loaded its file:
   * somebody waits for that already. Only on Linux: elsewhere a thread has the priority of its process.
   */
  readonly givesWay?: boolean;
}

/** What a thread that gives way runs before its first task. Where a sandbox forbids it, the thread runs like any other. */
const GIVE_WAY = `.then(() => { const os = process.getBuiltinModule("node:os");
const behind = os.constants.priority.PRIORITY_BELOW_NORMAL;
try { if (os.getPriority() < behind) os.setPriority(behind); } catch {} })`;

/**
 * A thread that runs a file of this package, with the compiled code that this thread keeps. The code that strips types takes
 * 24 MB in each thread that needs it, and none does that finds its files stripped: so the cache is there before the first
 * of them is loaded.
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

/** Waits before starts that follow 0, 1, 2 … failed ones; the last is kept to. */
const RESTART_DELAYS_MS = [0, 20, 100, 500, 1000];

/** How long the start of a thread waits in the place of one that has ended, or could not start so many times in a row. */
export function restartDelayMs(failedStarts: number): number {
  return RESTART_DELAYS_MS[Math.min(failedStarts, RESTART_DELAYS_MS.length - 1)];
}

/** The same as flags of a thread that somebody else starts, or of a process. */
export function compiledCodeFlags(): string[] {
  const directory = cacheDirectory();
  if (directory === undefined) return [];
  const first = `import { enableCompileCache } from "node:module"; enableCompileCache(${JSON.stringify(directory)});`;
  return ["--import", `data:text/javascript,${encodeURIComponent(first)}`];
}

/** What the cache was enabled with: Node keeps a folder a version in it. */
function cacheDirectory(): string | undefined {
  // Not imported: a Node that is too old lacks it, and would fail at the import before it is reported as too old.
  const own = process.getBuiltinModule("node:module").getCompileCacheDir();
  return own === undefined ? undefined : dirname(own);
}
