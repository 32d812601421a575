import { extname } from "node:path";
import { NATIONAL_SCOPE } from "../../../dataset/states.ts";
import type { SuburbColumns } from "../../../engine/columns/column.ts";
import { postedColumns } from "../../../engine/columns/posted-columns.ts";
import { heavyThreads } from "../../../engine/heavy-threads.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import type { HeavyWork, SnapshotView } from "../../../engine/view.ts";
import type { AnswerForm } from "../../../rpc/unary-method.ts";
import type { CallTime } from "../../../runtime/threads/cost-queue.ts";
import { type EncodedTask, encodeExplorerAnswer } from "../messages.ts";
import { SET_PAGES, SetColumns } from "../sets/set-columns.ts";
import { isSetTask, performSetTask } from "../sets/set-questions.ts";
import { Explorer, type ExplorerAnswer, type ExplorerAnswers, type ExplorerTask } from "./explorer.ts";
import type { ExplorerThreadTask, ExplorerWorkerData } from "./explorer-worker.ts";
import { encodingCost, taskCost } from "./task-cost.ts";

/** Tasks below this many nanoseconds are performed by the caller: a filter or another answer waits no longer for them. */
const COST_WORTH_A_THREAD = 500_000;

/** Answers the explorer's questions about one snapshot. */
export interface SuburbExplorer {
  ask<Kind extends ExplorerTask["kind"]>(
    task: Extract<ExplorerTask, { kind: Kind }>,
    signal?: AbortSignal,
    time?: CallTime,
  ): Promise<ExplorerAnswers[Kind]>;
  /** The bytes of the answer in one form; undefined when there is no such suburb. Heavy ones are encoded in the thread too. */
  encode(
    task: EncodedTask,
    form: AnswerForm,
    signal?: AbortSignal,
    time?: CallTime,
  ): Promise<Uint8Array | undefined>;
  /** Whether the thread for heavy tasks was needed so far. */
  readonly isThreadStarted: boolean;
  /** Resolves when tasks in progress have ended and the thread is gone. */
  close(): Promise<void>;
}

/** The explorer of a view, made with the first question. */
export function explorerOf(view: SnapshotView): SuburbExplorer {
  const { hasThreads, maxWaiting, thread } = view.heavyWork;
  return view.derived("explorer", () =>
    suburbExplorer(view.columns, {
      pages: view.pages,
      maxWaiting: hasThreads ? maxWaiting : undefined,
      thread,
      withheld: view.withheld,
    }),
  );
}

export interface SuburbExplorerOptions {
  /** Where the columns of sets are read; nothing is asked of sets without them. */
  readonly pages?: PageStore;
  /** Heavy tasks that may wait for their thread; undefined = no thread, the caller performs them all. */
  readonly maxWaiting?: number | undefined;
  readonly stepsWorthAThread?: number;
  /** Gives the thread for heavy tasks; one of its own unless given. */
  readonly thread?: HeavyWork["thread"];
  /** What the columns lack; they have a thread of their own then, which never saw it. */
  readonly withheld?: string | undefined;
}

/** An explorer over columns that have `explorerByteLength` to spare. Light tasks are performed at once by the caller. */
export function suburbExplorer(columns: SuburbColumns, options: SuburbExplorerOptions = {}): SuburbExplorer {
  const { pages, maxWaiting, stepsWorthAThread = COST_WORTH_A_THREAD, withheld } = options;
  const heavyThread = options.thread ?? heavyThreads(maxWaiting ?? 0).thread;
  const thread =
    maxWaiting === undefined
      ? undefined
      : heavyThread<ExplorerThreadTask, ExplorerAnswer | Uint8Array>({
          file: new URL(`./explorer-worker${extname(import.meta.filename)}`, import.meta.url),
          name: withheld === undefined ? "explorer" : `explorer ${withheld}`,
          workerData: () =>
            ({
              columns: postedColumns(columns),
              // Snapshots that are older than a set have none.
              setPages: pages?.posted(SET_PAGES.filter((set) => pages.has(set))) ?? new Map(),
              lane: withheld === undefined ? 1 : 2,
            }) satisfies ExplorerWorkerData,
        });
  let here: Explorer | undefined;
  let sets: SetColumns | undefined;
  const costOf = (task: ExplorerTask) => {
    const scope = isSetTask(task) ? NATIONAL_SCOPE : task.job.scope;
    return taskCost(task, columns.scopes.get(scope)!.index.n);
  };
  const performHere = (task: ExplorerTask) => {
    if (isSetTask(task)) {
      sets ??= new SetColumns(pages!);
      return performSetTask(sets, task);
    }
    here ??= new Explorer(columns);
    return here.perform(task);
  };
  return {
    ask: async (task, signal, time) => {
      const cost = costOf(task);
      if (thread === undefined || cost < stepsWorthAThread) return performHere(task) as never;
      return (await thread.perform({ task }, signal, { cost, time })) as never;
    },
    encode: async (task, form, signal, time) => {
      const cost = costOf(task) + encodingCost(task);
      if (thread === undefined || cost < stepsWorthAThread) {
        return encodeExplorerAnswer(columns, task, performHere(task) as never, form);
      }
      return (await thread.perform({ task, form }, signal, { cost, time })) as Uint8Array | undefined;
    },
    get isThreadStarted() {
      return thread?.isStarted === true;
    },
    close: async () => thread?.close(),
  };
}
