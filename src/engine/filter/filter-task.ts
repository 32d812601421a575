import type { FilterMemory } from "./filter-memory.ts";
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

export const NO_TASK: FilterTask = { attach: [], detach: [], calls: new Float64Array(0) };

/** A call as a worker gets it. */
export interface TaskCall {
  readonly view: { readonly number: number };
  /** Position of the scope in the view's memory. */
  readonly scope: number;
  readonly predicates: readonly RangePredicate[];
}

const CALL_NUMBERS = 3;
const PREDICATE_NUMBERS = 3;

/** Written into one array of the right size: lists within lists cost the calling thread several times as much. */
export function packCalls(calls: readonly TaskCall[]): Float64Array {
  const predicateCount = calls.reduce((sum, { predicates }) => sum + predicates.length, 0);
  const numbers = new Float64Array(CALL_NUMBERS * calls.length + PREDICATE_NUMBERS * predicateCount);
  let at = 0;
  for (const { view, scope, predicates } of calls) {
    numbers[at++] = view.number;
    numbers[at++] = scope;
    numbers[at++] = predicates.length;
    for (const { metric, min, max } of predicates) {
      numbers[at++] = metric;
      numbers[at++] = min;
      numbers[at++] = max;
    }
  }
  return numbers;
}

/** Passes each of the packed calls on: the number of its view, the position of its scope and its predicates. */
export function eachPacked(
  calls: Float64Array,
  evaluate: (view: number, scope: number, predicates: readonly RangePredicate[]) => void,
): void {
  for (let at = 0; at < calls.length; ) {
    const [view, scope, count] = [calls[at], calls[at + 1], calls[at + 2]];
    const predicates: RangePredicate[] = [];
    const end = at + CALL_NUMBERS + count * PREDICATE_NUMBERS;
    for (at += CALL_NUMBERS; at < end; at += PREDICATE_NUMBERS) {
      predicates.push({ metric: calls[at], min: calls[at + 1], max: calls[at + 2] });
    }
    evaluate(view, scope, predicates);
  }
}
