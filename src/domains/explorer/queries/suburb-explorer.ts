import { extname } from "node:path";
import { NATIONAL_SCOPE } from "../../../dataset/states.ts";
import type { SuburbColumns } from "../../../engine/columns/column.ts";
import { postedColumns } from "../../../engine/columns/posted-columns.ts";
import { heavyTasks } from "../../../engine/heavy-tasks.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import type { HeavyWork, SnapshotView } from "../../../engine/view.ts";
import type { AnswerForm } from "../../../rpc/unary-method.ts";
import type { CallTime } from "../../../runtime/threads/cost-queue.ts";
import type { EncodedTask } from "../messages.ts";
import { SET_PAGES } from "../sets/set-columns.ts";
import { isSetTask } from "../sets/set-questions.ts";
import type { ExplorerAnswer, ExplorerAnswers, ExplorerTask } from "./explorer.ts";
import type { ExplorerWorkerData } from "./explorer-worker.ts";
import { type FormedTask, taskPerformer } from "./perform-task.ts";
import { encodingCost, taskCost } from "./task-cost.ts";

export type SuburbExplorer = ReturnType<typeof suburbExplorer>;

/** The cached explorer of a view. */
export function explorerOf(view: SnapshotView): SuburbExplorer {
  const { hasThreads, thread } = view.heavyWork;
  return view.derived("explorer", () =>
    suburbExplorer(view.columns, {
      pages: view.pages,
      withheld: view.withheld,
      heavyThread: hasThreads ? thread : undefined,
    }),
  );
}

export interface SuburbExplorerOptions {
  /** Page store of the set columns; required for tasks on sets. */
  readonly pages?: PageStore;
  /** Returns the thread for heavy tasks; without it all tasks run in the calling thread. */
  readonly heavyThread?: HeavyWork["thread"] | undefined;
  readonly leastCost?: number;
  /** Names what was removed from the columns. These get a separate thread, which never has the whole ones. */
  readonly withheld?: string | undefined;
}

/** An explorer over columns whose memory has `explorerByteLength` to spare. */
export function suburbExplorer(columns: SuburbColumns, options: SuburbExplorerOptions = {}) {
  const { pages, heavyThread, leastCost, withheld } = options;
  const { perform, isThreadStarted, close } = heavyTasks<FormedTask, ExplorerAnswer | Uint8Array>({
    perform: taskPerformer(columns, pages),
    thread: heavyThread?.({
      file: new URL(`./explorer-worker${extname(import.meta.filename)}`, import.meta.url),
      name: withheld === undefined ? "explorer" : `explorer ${withheld}`,
      workerData: () =>
        ({
          columns: postedColumns(columns),
          // Snapshots older than a page set lack it.
          setPages: pages?.posted(SET_PAGES.filter((set) => pages.has(set))) ?? new Map(),
          lane: withheld === undefined ? 1 : 2,
        }) satisfies ExplorerWorkerData,
    }),
    costOf: ({ task, form }) => {
      const scope = isSetTask(task) ? NATIONAL_SCOPE : task.job.scope;
      const cost = taskCost(task, columns.scopes.get(scope)!.index.n);
      return form === undefined ? cost : cost + encodingCost(task);
    },
    leastCost,
  });
  return {
    ask: <Kind extends ExplorerTask["kind"]>(
      task: Extract<ExplorerTask, { kind: Kind }>,
      signal?: AbortSignal,
      time?: CallTime,
    ) => perform({ task }, signal, time) as Promise<ExplorerAnswers[Kind]>,
    /** The encoded answer; undefined if there is no such suburb. */
    encode: (task: EncodedTask, form: AnswerForm, signal?: AbortSignal, time?: CallTime) =>
      perform({ task, form }, signal, time) as Promise<Uint8Array | undefined>,
    isThreadStarted,
    close,
  };
}
