import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { workerData } from "node:worker_threads";
import { ColumnFilter } from "./column-filter.ts";
import { maskOffset } from "./filter-memory.ts";
import { eachPacked, type FilterTask } from "./filter-task.ts";

const lane = workerData as number;
const filters = new Map<number, ColumnFilter>();
let isIndexing = false;
let isCollecting = false;
/** One collection for views that end one after the other. */
const COLLECT_AFTER_MS = 50;

/** Evaluates a batch: each mask is in the lane's memory at the call's place, the match counts are returned. */
export function runTask({ attach, detach, calls }: FilterTask): Int32Array {
  for (const { number, filterMemory } of attach) filters.set(number, new ColumnFilter(filterMemory, lane));
  const counts: number[] = [];
  eachPacked(calls, (view, scope, predicates) => {
    const filter = filters.get(view)!;
    const { filterMemory } = filter;
    counts.push(
      filter.run(filterMemory.scopes[scope], predicates, maskOffset(filterMemory, lane, counts.length)),
    );
  });
  for (const number of detach) filters.delete(number);
  if (detach.length > 0 && !isCollecting) {
    isCollecting = true;
    setTimeout(collectGarbage, COLLECT_AFTER_MS);
  }
  if (!isIndexing) indexLater();
  return Int32Array.from(counts);
}

/** Builds wanted indexes, one a turn of the event loop: calls do not wait for all of them. */
function indexLater(): void {
  const wanting = [...filters.values()].find(({ index }) => index.hasWanted);
  isIndexing = wanting !== undefined;
  if (wanting === undefined) return;
  setImmediate(() => {
    wanting.index.buildNext();
    indexLater();
  });
}

/**
 * An idle thread allocates too little to collect by itself, and would keep the memory of views that ended. V8 shows its
 * collector only to contexts made while this flag is set.
 */
function collectGarbage(): void {
  isCollecting = false;
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  collect();
}
