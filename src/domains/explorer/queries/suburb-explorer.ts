import { extname } from "node:path";
import type { SuburbColumns } from "../../../engine/columns/column.ts";
import { postedColumns } from "../../../engine/columns/posted-columns.ts";
import type { SnapshotView } from "../../../engine/view.ts";
import { workerThread } from "../../../runtime/worker-thread.ts";
import { Explorer } from "./explorer.ts";
import type { ExplorerAnswer, ExplorerAnswers, ExplorerTask } from "./explorer-jobs.ts";
import type { ExplorerWorkerData } from "./explorer-worker.ts";
import { taskCost } from "./task-cost.ts";

/** Tasks below this many nanoseconds are performed by the caller: a filter or another answer waits no longer for them. */
const STEPS_WORTH_A_THREAD = 2_000_000;

/** Answers the explorer's questions about one snapshot. */
export interface SuburbExplorer {
  ask<Kind extends ExplorerTask["kind"]>(
    task: Extract<ExplorerTask, { kind: Kind }>,
    signal?: AbortSignal,
  ): Promise<ExplorerAnswers[Kind]>;
  /** Whether the thread for heavy tasks was needed so far. */
  readonly isThreadStarted: boolean;
  /** Resolves when tasks under way have ended and the thread is gone. */
  close(): Promise<void>;
}

/** The explorer of a view, made with the first question. */
export function explorerOf(view: SnapshotView): SuburbExplorer {
  const { hasThreads, maxWaiting } = view.heavyWork;
  return view.derived("explorer", () =>
    suburbExplorer(view.columns, { maxWaiting: hasThreads ? maxWaiting : undefined }),
  );
}

export interface SuburbExplorerOptions {
  /** Heavy tasks that may wait for their thread; undefined = no thread, the caller performs them all. */
  readonly maxWaiting?: number | undefined;
  readonly stepsWorthAThread?: number;
}

/** An explorer over columns that have `explorerByteLength` to spare. Light tasks are performed at once by the caller. */
export function suburbExplorer(columns: SuburbColumns, options: SuburbExplorerOptions = {}): SuburbExplorer {
  const { maxWaiting, stepsWorthAThread = STEPS_WORTH_A_THREAD } = options;
  const thread =
    maxWaiting === undefined
      ? undefined
      : workerThread<ExplorerTask, ExplorerAnswer>({
          file: new URL(`./explorer-worker${extname(import.meta.filename)}`, import.meta.url),
          name: "explorer",
          maxWaiting,
          workerData: () => ({ columns: postedColumns(columns), lane: 1 }) satisfies ExplorerWorkerData,
        });
  let here: Explorer | undefined;
  const answer = (task: ExplorerTask, signal?: AbortSignal): ExplorerAnswer | Promise<ExplorerAnswer> => {
    const { n } = columns.scopes.get(task.job.scope)!.index;
    if (thread !== undefined && taskCost(task, n) >= stepsWorthAThread) return thread.perform(task, signal);
    here ??= new Explorer(columns);
    return here.perform(task);
  };
  return {
    ask: async (task, signal) => (await answer(task, signal)) as never,
    get isThreadStarted() {
      return thread?.isStarted === true;
    },
    close: async () => thread?.close(),
  };
}
