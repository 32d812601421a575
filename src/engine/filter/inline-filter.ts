import { throwIfAborted } from "../../runtime/abort.ts";
import { ColumnFilter, type ColumnFilterOptions } from "./column-filter.ts";
import { CALLER_LANE, type FilterMemory, maskOffset } from "./filter-memory.ts";
import { MaskCopies } from "./mask-copies.ts";
import type { SuburbFilter } from "./predicate.ts";

export interface InlineFilterOptions extends ColumnFilterOptions {
  /** Where this thread writes: the caller's own lane unless several threads filter in place. */
  readonly lane?: number;
}

/** A filter that evaluates in the calling thread, and indexes the columns it met in between, one at a time. */
export function inlineFilter(
  filterMemory: FilterMemory,
  { lane = CALLER_LANE, ...options }: InlineFilterOptions = {},
): SuburbFilter {
  const filter = new ColumnFilter(filterMemory, lane, options);
  const scopes = new Map(filterMemory.scopes.map((scope) => [scope.code, scope]));
  const copies = new MaskCopies(filterMemory.memory.buffer);
  const mask = maskOffset(filterMemory, lane, 0);
  let slice: NodeJS.Immediate | undefined;

  function indexSlice(): void {
    filter.index.buildNext();
    slice = filter.index.hasWanted ? setImmediate(indexSlice).unref() : undefined;
  }

  const filterSync: SuburbFilter["filterSync"] = (code, predicates) => {
    const scope = scopes.get(code);
    if (scope === undefined) return { mask: new Uint8Array(0), count: 0 };
    const answer = copies.answer(scope, mask, filter.run(scope, predicates, mask));
    if (slice === undefined && filter.index.hasWanted) slice = setImmediate(indexSlice).unref();
    return answer;
  };
  return {
    filterSync,
    filter: async (scope, predicates, signal) => {
      throwIfAborted(signal);
      return filterSync(scope, predicates);
    },
    close: async () => {
      clearImmediate(slice);
    },
  };
}
