import { parentPort, workerData } from "node:worker_threads";
import { columnsFromPosted, type PostedColumns } from "../../../engine/columns/posted-columns.ts";
import type { AnswerForm } from "../../../rpc/unary-method.ts";
import { type EncodedTask, encodeExplorerAnswer } from "../encode-answer.ts";
import { Explorer } from "./explorer.ts";
import type { ExplorerTask } from "./explorer-jobs.ts";

/** What the thread is given: columns whose values lie in shared memory, and the piece of it that it may write. */
export interface ExplorerWorkerData {
  readonly columns: PostedColumns;
  readonly lane: number;
}

/** What the thread is asked; with a form it answers with the bytes that go to the caller. */
export interface ExplorerThreadTask {
  readonly task: ExplorerTask;
  readonly form?: AnswerForm | undefined;
}

const { columns, lane } = workerData as ExplorerWorkerData;
const own = columnsFromPosted(columns);
const explorer = new Explorer(own, { lane });

parentPort?.on("message", ({ task, form }: ExplorerThreadTask) => {
  if (form === undefined) {
    parentPort?.postMessage(explorer.perform(task));
    return;
  }
  const bytes = encodeExplorerAnswer(
    own,
    task as EncodedTask,
    explorer.perform(task) as Parameters<typeof encodeExplorerAnswer>[2],
    form,
  );
  parentPort?.postMessage(bytes, bytes === undefined ? [] : [bytes.buffer]);
});
