import { workerData } from "node:worker_threads";
import { columnsFromPosted, type PostedColumns } from "../../../engine/columns/posted-columns.ts";
import type { PostedPageFile } from "../../../engine/pages/page-file.ts";
import { PageStore } from "../../../engine/pages/page-store.ts";
import { answerTasks } from "../../../runtime/threads/answer-tasks.ts";
import { taskPerformer } from "./perform-task.ts";

/** Columns in shared memory, and the lane of scratch memory that this thread may write. */
export interface ExplorerWorkerData {
  readonly columns: PostedColumns;
  readonly setPages: ReadonlyMap<string, PostedPageFile>;
  readonly lane: number;
}

const { columns, setPages, lane } = workerData as ExplorerWorkerData;
answerTasks(taskPerformer(columnsFromPosted(columns), PageStore.fromPosted(setPages), lane));
