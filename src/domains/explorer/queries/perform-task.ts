import type { SuburbColumns } from "../../../engine/columns/column.ts";
import type { PageStore } from "../../../engine/pages/page-store.ts";
import type { AnswerForm } from "../../../rpc/unary-method.ts";
import { type EncodedTask, encodeExplorerAnswer } from "../messages.ts";
import { SetColumns } from "../sets/set-columns.ts";
import { isSetTask, performSetTask } from "../sets/set-questions.ts";
import { Explorer, type ExplorerAnswer, type ExplorerTask } from "./explorer.ts";

/** A task; with `form` the answer is returned encoded. */
export interface FormedTask {
  readonly task: ExplorerTask;
  readonly form?: AnswerForm | undefined;
}

/** Performs the tasks on one snapshot in one thread, with caches of derived data. */
export function taskPerformer(columns: SuburbColumns, pages: PageStore | undefined, lane = 0) {
  let explorer: Explorer | undefined;
  let sets: SetColumns | undefined;
  return ({ task, form }: FormedTask): ExplorerAnswer | Uint8Array => {
    if (isSetTask(task)) {
      sets ??= new SetColumns(pages!);
      return performSetTask(sets, task);
    }
    explorer ??= new Explorer(columns, { lane });
    const answer = explorer.perform(task);
    return form === undefined ? answer : encodeExplorerAnswer(columns, task as EncodedTask, answer, form);
  };
}
