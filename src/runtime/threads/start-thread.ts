import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * A thread that runs a file of this package, with the compiled code that this thread keeps. The code that strips types takes
 * 24 MB in each thread that needs it, and none does that finds its files stripped: so the cache is there before the first
 * of them is loaded.
 */
export function startThread(file: URL, options: WorkerOptions): Worker {
  const directory = cacheDirectory();
  if (directory === undefined) return new Worker(file, options);
  const first = `process.getBuiltinModule("node:module").enableCompileCache(${JSON.stringify(directory)});`;
  return new Worker(`${first} import(${JSON.stringify(file.href)});`, { ...options, eval: true });
}

/** The same as flags of a thread that somebody else starts. */
export function compiledCodeFlags(): string[] {
  const directory = cacheDirectory();
  if (directory === undefined) return [];
  const first = `import { enableCompileCache } from "node:module"; enableCompileCache(${JSON.stringify(directory)});`;
  return ["--import", `data:text/javascript,${encodeURIComponent(first)}`];
}

/** What the cache was enabled with: Node keeps a folder a version in it. */
function cacheDirectory(): string | undefined {
  const own = getCompileCacheDir();
  return own === undefined ? undefined : dirname(own);
}
