import type { FilterMemory } from "./filter-memory.ts";
import type { RangePredicate } from "./predicate.ts";

export interface FilterTask {
  /** Snapshots that are new to the worker, by numbers that are never reused. */
  readonly attach: readonly { readonly number: number; readonly filterMemory: FilterMemory }[];
  /** Snapshots whose memory it must release. */
  readonly detach: readonly number[];
  /** Packed calls, faster to clone than objects: view, scope, predicate count; metric, min, max of each. */
  readonly calls: Float64Array;
}

export const NO_TASK: FilterTask = { attach: [], detach: [], calls: new Float64Array(0) };

export interface TaskCall {
  readonly view: { readonly number: number };
  /** Position of the scope in the view's memory. */
  readonly scope: number;
  readonly predicates: readonly RangePredicate[];
}

const CALL_NUMBERS = 3;
const PREDICATE_NUMBERS = 3;

/** Packs calls into one array of the right size; nested arrays cost the calling thread several times more. */
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

/** Unpacks calls: `evaluate` gets the number of the view, the position of the scope and the predicates. */
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
