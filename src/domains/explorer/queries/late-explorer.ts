import type { SuburbColumns } from "../../../engine/columns/column.ts";
import { TerraceError } from "../../../runtime/errors.ts";
import { loadOnce } from "../../../runtime/lazy.ts";
import type { SuburbExplorer, SuburbExplorerOptions } from "./suburb-explorer.ts";

/** An explorer whose code is loaded with the first question: filters are answered before. */
export function lateExplorer(columns: SuburbColumns, options: SuburbExplorerOptions): SuburbExplorer {
  let isClosed = false;
  let opened: SuburbExplorer | undefined;
  const explorer = loadOnce(async () => {
    const { suburbExplorer } = await import("./suburb-explorer.ts");
    if (isClosed) throw new TerraceError("unavailable", "the snapshot is closed");
    opened = suburbExplorer(columns, options);
    return opened;
  });
  return {
    ask: async (task, signal) => (await explorer()).ask(task, signal),
    get isThreadStarted() {
      return opened?.isThreadStarted === true;
    },
    close: async () => {
      isClosed = true;
      await opened?.close();
    },
  };
}
