import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { HeldRecord } from "./record-holder.ts";

const HOLDER = new URL("./record-holder.ts", import.meta.url);

/** Lets a worker exit while it holds the record of a name; resolves to its thread id. */
export async function holdRecord(memory: SharedArrayBuffer, name: string): Promise<number> {
  const held: HeldRecord = { memory, name };
  const worker = new Worker(HOLDER, { workerData: held });
  const { threadId } = worker;
  await once(worker, "exit");
  return threadId;
}
