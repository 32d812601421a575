import { parentPort, workerData } from "node:worker_threads";
import { columnsFromPosted, type PostedColumns } from "../../../engine/columns/posted-columns.ts";
import { Explorer } from "./explorer.ts";
import type { ExplorerTask } from "./explorer-jobs.ts";

/** What the thread is given: columns whose values lie in shared memory, and the piece of it that it may write. */
export interface ExplorerWorkerData {
  readonly columns: PostedColumns;
  readonly lane: number;
}

const { columns, lane } = workerData as ExplorerWorkerData;
const explorer = new Explorer(columnsFromPosted(columns), { lane });

parentPort?.on("message", (task: ExplorerTask) => {
  parentPort?.postMessage(explorer.perform(task));
});
