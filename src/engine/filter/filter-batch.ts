import type { FilterMemory } from "./filter-memory.ts";
import type { RangePredicate } from "./predicate.ts";

/** A snapshot that a pool serves, by a number that is never used again. */
export interface AttachedView {
  readonly number: number;
  readonly filterMemory: FilterMemory;
}

/** One filter of a batch. */
export interface BatchCall {
  readonly view: AttachedView;
  /** Position of the scope in the view's memory. */
  readonly scope: number;
  readonly predicates: readonly RangePredicate[];
}

/** What is posted to a worker at once. */
export interface FilterTask {
  /** Views that the worker has not seen yet. */
  readonly attach: readonly AttachedView[];
  /** Views whose memory it must release. */
  readonly detach: readonly number[];
  /** Packed calls: numbers clone faster than objects. */
  readonly calls: Float64Array;
}

const CALL_WORDS = 3;
const PREDICATE_WORDS = 3;

export function packCalls(calls: readonly BatchCall[]): Float64Array {
  let length = 0;
  for (const { predicates } of calls) length += CALL_WORDS + PREDICATE_WORDS * predicates.length;
  const packed = new Float64Array(length);
  let at = 0;
  for (const { view, scope, predicates } of calls) {
    packed[at++] = view.number;
    packed[at++] = scope;
    packed[at++] = predicates.length;
    for (const { metric, min, max } of predicates) {
      packed[at++] = metric;
      packed[at++] = min;
      packed[at++] = max;
    }
  }
  return packed;
}

/** Visits the calls, in order. */
export function eachCall(
  packed: Float64Array,
  visit: (view: number, scope: number, predicates: readonly RangePredicate[]) => void,
): void {
  for (let at = 0; at < packed.length; ) {
    const [view, scope, count] = [packed[at], packed[at + 1], packed[at + 2]];
    at += CALL_WORDS;
    const predicates: RangePredicate[] = new Array(count);
    for (let i = 0; i < count; i++, at += PREDICATE_WORDS) {
      predicates[i] = { metric: packed[at], min: packed[at + 1], max: packed[at + 2] };
    }
    visit(view, scope, predicates);
  }
}
