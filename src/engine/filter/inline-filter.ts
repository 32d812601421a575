import { METRICS } from "../../model/metric-registry.ts";
import { NATIONAL_SCOPE } from "../../model/states.ts";
import type { SuburbColumns } from "../columns/column.ts";
import { createKernels } from "../kernels/create-kernels.ts";
import { planFilter } from "./plan-filter.ts";
import type { SuburbFilter } from "./predicate.ts";
import { runFilter, scratchByteLength } from "./run-filter.ts";

/** Bytes of shared memory that `inlineFilter` writes behind the columns. */
export function inlineScratchBytes(rowCount: number): number {
  return scratchByteLength(METRICS.length, rowCount);
}

/** A filter that evaluates in the calling thread. */
export function inlineFilter(columns: SuburbColumns, options: { plain?: boolean } = {}): SuburbFilter {
  const kernels = createKernels(columns.memory, options);
  const national = columns.scopes.get(NATIONAL_SCOPE)!;
  const listOffset = columns.endOffset;
  const outOffset = listOffset + scratchByteLength(METRICS.length, 0);
  if (outOffset + Math.ceil(national.index.n / 8) > columns.memory.buffer.byteLength) {
    throw new RangeError("the shared memory has no room for the filter's scratch space");
  }
  const filterSync: SuburbFilter["filterSync"] = (scopeCode, predicates) => {
    const scope = columns.scopes.get(scopeCode);
    if (scope === undefined) return { mask: new Uint8Array(0), count: 0 };
    return runFilter(
      columns.memory,
      kernels,
      { listOffset, outOffset },
      scope,
      planFilter(scope, predicates),
    );
  };
  return {
    filterSync,
    filter: async (scope, predicates, signal) => {
      signal?.throwIfAborted();
      return filterSync(scope, predicates);
    },
    close: async () => {},
  };
}
