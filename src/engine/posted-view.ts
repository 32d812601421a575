import type { Metric } from "../dataset/metric.ts";
import { columnsFromPosted } from "./columns/posted-columns.ts";
import { filterMemoryOf } from "./filter/filter-memory.ts";
import { inlineFilter } from "./filter/inline-filter.ts";
import type { OwnedView } from "./holder.ts";
import type { PostedSnapshot } from "./open-view.ts";
import { PageStore } from "./pages/page-store.ts";
import type { ServingDatabase } from "./sql/database.ts";
import { TableDamage } from "./sql/table-damage.ts";
import { derivedValues, type HeavyWork } from "./view.ts";

export interface PostedViewOptions {
  readonly metrics: readonly Metric[];
  /** Which of the threads that share the memory this is; the one that opened the snapshot is 0. */
  readonly thread: number;
  /** The tables and the threads for heavy work: there is one of each, with the thread that opened the snapshot. */
  readonly database: ServingDatabase;
  readonly heavyWork: HeavyWork;
}

/** A view of a snapshot that another thread has opened, over its memory and its descriptors: it must be closed first. */
export function openPostedView(posted: PostedSnapshot, options: PostedViewOptions): OwnedView {
  const { manifest, workerLanes } = posted;
  const { thread, database, heavyWork } = options;
  const columns = columnsFromPosted({ ...posted.columns, metrics: options.metrics, thread });
  const suburbs = inlineFilter(filterMemoryOf(columns, workerLanes), { lane: thread });
  const pages = PageStore.fromPosted(posted.pages, posted.threads);
  const { derived, close: closeDerived } = derivedValues();
  return {
    view: {
      ...{ manifest, columns, suburbs, pages, database, heavyWork, derived },
      tablesFailed: () => new TableDamage(posted.tableFailures).failed(),
    },
    close: async () => {
      await Promise.all([suburbs.close(), closeDerived(), database.close()]);
      pages.close();
    },
  };
}
