import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { HeldRecord } from "./record-holder.ts";

const HOLDER = new URL("./record-holder.ts", import.meta.url);

/** Has a thread end while it holds the record of a name; resolves to the number of that thread. */
export async function holdRecord(memory: SharedArrayBuffer, name: string): Promise<number> {
  const held: HeldRecord = { memory, name };
  const worker = new Worker(HOLDER, { workerData: held });
  const { threadId } = worker;
  await once(worker, "exit");
  return threadId;
}
