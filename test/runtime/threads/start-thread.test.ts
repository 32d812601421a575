import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { constants, getPriority } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { startThread } from "../../../src/runtime/threads/start-thread.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

const SOURCE = pathToFileURL(
  resolve(import.meta.dirname, "../../../src/runtime/threads/start-thread.ts"),
).href;

/** Posts whether its thread has loaded Node's type stripper. */
const THREAD = `
import { parentPort, workerData } from "node:worker_threads";
const loaded: readonly string[] = (process as unknown as { moduleLoadList: string[] }).moduleLoadList;
const strips = loaded.some((name) => name.includes("amaro"));
process.getBuiltinModule("node:module").flushCompileCache();
parentPort!.postMessage({ given: workerData as string, strips });
`;

const MAIN = (folder: string) => `
import { enableCompileCache } from "node:module";
import { Worker } from "node:worker_threads";
enableCompileCache(${JSON.stringify(join(folder, "cache"))});
const { compiledCodeFlags, startThread } = await import(${JSON.stringify(SOURCE)});
const file = new URL(${JSON.stringify(pathToFileURL(join(folder, "thread.ts")).href)});
const told = (worker) => new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
const own = await told(startThread(file, { workerData: "own" }));
const other = await told(new Worker(file, { workerData: "other", execArgv: compiledCodeFlags() }));
console.log(JSON.stringify([own, other]));
`;

it("startThread strips a thread's types once: a later thread finds the code compiled", async () => {
  const folder = await temporaryDirectory();
  await writeFile(join(folder, "thread.ts"), THREAD);
  await writeFile(join(folder, "main.mjs"), MAIN(folder));
  const run = async () => {
    // Tests with coverage disable the compile cache; this program is about it.
    const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: undefined };
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "main.mjs")], { env });
    return JSON.parse(stdout);
  };
  // Only the first thread strips types; the next one uses the cache, however it was started.
  expect(await run()).toEqual([
    { given: "own", strips: true },
    { given: "other", strips: false },
  ]);
  expect(await run()).toEqual([
    { given: "own", strips: false },
    { given: "other", strips: false },
  ]);
});

it.runIf(process.platform === "linux")(
  "startThread lets other threads run before one that gives way, once that has loaded, and no others behind",
  async () => {
    const folder = await temporaryDirectory();
    const file = join(folder, "priority.mjs");
    await writeFile(
      file,
      `import { getPriority } from "node:os";
       import { parentPort } from "node:worker_threads";
       const loading = getPriority();
       parentPort.once("message", () => parentPort.postMessage([loading, getPriority()]));`,
    );
    const prioritiesOf = async (givesWay: boolean) => {
      const worker = startThread(pathToFileURL(file), { givesWay });
      // A task posted before the thread has started.
      worker.postMessage("task");
      const [priorities] = await once(worker, "message");
      return priorities;
    };
    const own = getPriority();
    const behind = Math.max(own, constants.priority.PRIORITY_BELOW_NORMAL);
    expect(await prioritiesOf(true)).toEqual([own, behind]);
    expect(await prioritiesOf(false)).toEqual([own, own]);
    expect(getPriority()).toBe(own);
  },
);
