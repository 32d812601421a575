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
/** Delay that lets one collection cover views that end in quick succession. */
const COLLECT_AFTER_MS = 50;

/** Evaluates a batch: writes each mask at its call's place in the lane, returns the match counts. */
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

/** Builds queued indexes, one a turn of the event loop, so that calls can run in between. */
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
 * An idle thread allocates too little to trigger a collection, and would keep the memory of closed views. V8
 * exposes `gc` only to contexts created while the flag is set.
 */
function collectGarbage(): void {
  isCollecting = false;
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  collect();
}
