import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { workerData } from "node:worker_threads";
import { ColumnFilter } from "./column-filter.ts";
import { CALL_NUMBERS, type FilterMemory, maskOffset, PREDICATE_NUMBERS } from "./filter-memory.ts";
import type { RangePredicate } from "./predicate.ts";

/** What is posted to a worker at once. */
export interface FilterTask {
  /** Snapshots that the worker has not seen yet, by numbers that are never used again. */
  readonly attach: readonly { readonly number: number; readonly filterMemory: FilterMemory }[];
  /** Snapshots whose memory it must release. */
  readonly detach: readonly number[];
  /**
   * Calls as numbers, which clone faster than objects: snapshot, position of the scope, how many predicates, and metric,
   * min and max of each.
   */
  readonly calls: Float64Array;
}

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
  for (let at = 0; at < calls.length; ) {
    const filter = filters.get(calls[at])!;
    const scope = filter.filterMemory.scopes[calls[at + 1]];
    const end = at + CALL_NUMBERS + calls[at + 2] * PREDICATE_NUMBERS;
    const predicates: RangePredicate[] = [];
    for (at += CALL_NUMBERS; at < end; at += PREDICATE_NUMBERS) {
      predicates.push({ metric: calls[at], min: calls[at + 1], max: calls[at + 2] });
    }
    counts.push(filter.run(scope, predicates, maskOffset(filter.filterMemory, lane, counts.length)));
  }
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
