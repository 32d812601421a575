import type { Kernels } from "../kernels/kernels.ts";
import { maskByteLength } from "../kernels/memory-layout.ts";
import { putBitmapPredicate, putFloatPredicate, putUnsignedPredicate } from "../kernels/predicate-list.ts";
import type { ScopeMemory } from "./filter-memory.ts";
import type { FilterPlan } from "./plan-filter.ts";

/** The memory of a snapshot as one thread writes it: its predicate list, and kernels over all of it. */
export interface FilterThread {
  readonly fields: DataView<SharedArrayBuffer>;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  readonly kernels: Kernels;
  readonly list: number;
}

/** Writes the rows of a scope that satisfy the plan at `mask`, whole and with a zero tail, and returns how many. */
export function runFilter(thread: FilterThread, scope: ScopeMemory, plan: FilterPlan, mask: number): number {
  const { fields, bytes, kernels, list } = thread;
  const { indexed, scanned } = plan;
  const { n } = scope;
  if (plan.isEmpty || n === 0 || indexed.length + scanned.length === 0) {
    bytes.fill(0, mask, mask + maskByteLength(n));
    if (plan.isEmpty || n === 0) return 0;
    // No condition holds for every row.
    kernels.complementMask(mask, mask, n);
    return n;
  }
  let count = 0;
  if (indexed.length > 0) {
    for (let i = 0; i < indexed.length; i++) {
      const { place, min, max } = indexed[i];
      putBitmapPredicate(fields, list, i, place, min, max);
    }
    count = kernels.filterBitmaps(list, indexed.length, n, mask, false);
    if (count === 0) return 0;
  }
  if (scanned.length > 0) {
    for (let i = 0; i < scanned.length; i++) {
      const { metric, min, max, hasSign } = scanned[i];
      const { valuesOffset, validityOffset } = scope.columns[metric];
      if (hasSign) putFloatPredicate(fields, list, i, valuesOffset, validityOffset, min, max);
      else putUnsignedPredicate(fields, list, i, valuesOffset, validityOffset, min, max);
    }
    count = kernels.filterFloats(list, scanned.length, n, mask, indexed.length > 0);
  }
  return count;
}
