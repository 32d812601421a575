import { parentPort, workerData } from "node:worker_threads";
import { isTerraceError } from "../../runtime/errors.ts";
import { writePageSet } from "./build-page-set.ts";
import type { PageSet } from "./page-set.ts";
import type { PageReply, PageTask } from "./page-threads.ts";

let sets: Promise<ReadonlyMap<string, PageSet>> | undefined;

async function loadSets(): Promise<ReadonlyMap<string, PageSet>> {
  const { loadPageSets } = (await import(workerData)) as { loadPageSets(): Promise<readonly PageSet[]> };
  return new Map((await loadPageSets()).map((set) => [set.name, set]));
}

async function reply({ set, files, context, path }: PageTask): Promise<PageReply> {
  try {
    sets ??= loadSets();
    return { count: await writePageSet((await sets).get(set)!, files, context, path) };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { code: isTerraceError(error) ? error.code : "internal", message, stack };
  }
}

parentPort!.on("message", async (task: PageTask) => parentPort!.postMessage(await reply(task)));
