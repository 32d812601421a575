import type { SuburbScope } from "../columns/column.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { maskByteLength } from "../kernels/memory-layout.ts";
import { FLOAT_PREDICATE_BYTES, putFloatPredicate } from "../kernels/predicate-list.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import type { FilterPlan } from "./plan-filter.ts";
import type { FilterAnswer } from "./predicate.ts";

/** A part of the shared memory that one thread may write. */
export interface Scratch {
  readonly listOffset: number;
  readonly outOffset: number;
}

/** Bytes of scratch space for one thread: a list of every metric once, and the largest mask. */
export function scratchByteLength(metricCount: number, rowCount: number): number {
  return Math.ceil((metricCount * FLOAT_PREDICATE_BYTES) / 64) * 64 + maskByteLength(rowCount) + 64;
}

/** The rows of a scope that satisfy the plan. */
export function runFilter(
  memory: SharedMemory,
  kernels: Kernels,
  scratch: Scratch,
  scope: SuburbScope,
  plan: FilterPlan,
): FilterAnswer {
  const { n } = scope.index;
  const byteLength = Math.ceil(n / 8);
  if (n === 0 || plan.isEmpty) return { mask: new Uint8Array(byteLength), count: 0 };
  const view = new DataView(memory.buffer);
  plan.predicates.forEach(({ metric, min, max }, i) => {
    const { valuesOffset, validityOffset } = scope.columns[metric];
    putFloatPredicate(view, scratch.listOffset, i, valuesOffset, validityOffset, min, max);
  });
  const count = kernels.filterFloats(scratch.listOffset, plan.predicates.length, n, scratch.outOffset, false);
  // Copied out: the scratch space belongs to the next call.
  return { mask: new Uint8Array(memory.buffer, scratch.outOffset, byteLength).slice(), count };
}
