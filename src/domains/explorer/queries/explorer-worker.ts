import { parentPort, workerData } from "node:worker_threads";
import { columnsFromPosted, type PostedColumns } from "../../../engine/columns/posted-columns.ts";
import type { PostedPageFile } from "../../../engine/pages/page-file.ts";
import { PageStore } from "../../../engine/pages/page-store.ts";
import type { AnswerForm } from "../../../rpc/unary-method.ts";
import { type EncodedTask, encodeExplorerAnswer } from "../messages.ts";
import { SetColumns } from "../sets/set-columns.ts";
import { isSetTask, performSetTask } from "../sets/set-questions.ts";
import { Explorer, type ExplorerTask } from "./explorer.ts";

/** What the thread is given: columns whose values are in shared memory, and the piece of it that it may write. */
export interface ExplorerWorkerData {
  readonly columns: PostedColumns;
  /** The columns of sets. */
  readonly setPages: ReadonlyMap<string, PostedPageFile>;
  readonly lane: number;
}

/** What the thread is asked; with a form it answers with the bytes that go to the caller. */
export interface ExplorerThreadTask {
  readonly task: ExplorerTask;
  readonly form?: AnswerForm | undefined;
}

const { columns, setPages, lane } = workerData as ExplorerWorkerData;
const own = columnsFromPosted(columns);
const explorer = new Explorer(own, { lane });
const sets = new SetColumns(PageStore.fromPosted(setPages));
const perform = (task: ExplorerTask) =>
  isSetTask(task) ? performSetTask(sets, task) : explorer.perform(task);

parentPort?.on("message", ({ task, form }: ExplorerThreadTask) => {
  if (form === undefined) {
    parentPort?.postMessage(perform(task));
    return;
  }
  const bytes = encodeExplorerAnswer(
    own,
    task as EncodedTask,
    perform(task) as Parameters<typeof encodeExplorerAnswer>[2],
    form,
  );
  parentPort?.postMessage(bytes, bytes === undefined ? [] : [bytes.buffer]);
});
