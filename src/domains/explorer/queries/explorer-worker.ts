import { workerData } from "node:worker_threads";
import { columnsFromPosted, type PostedColumns } from "../../../engine/columns/posted-columns.ts";
import type { PostedPageFile } from "../../../engine/pages/page-file.ts";
import { PageStore } from "../../../engine/pages/page-store.ts";
import { answerTasks } from "../../../runtime/threads/answer-tasks.ts";
import { taskPerformer } from "./perform-task.ts";

/** What the thread is given: columns whose values are in shared memory, and the piece of it that it may write. */
export interface ExplorerWorkerData {
  readonly columns: PostedColumns;
  /** The columns of sets. */
  readonly setPages: ReadonlyMap<string, PostedPageFile>;
  readonly lane: number;
}

const { columns, setPages, lane } = workerData as ExplorerWorkerData;
answerTasks(taskPerformer(columnsFromPosted(columns), PageStore.fromPosted(setPages), lane));
