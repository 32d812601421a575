import { throwIfAborted } from "../../runtime/abort.ts";
import { ColumnFilter, type ColumnFilterOptions } from "./column-filter.ts";
import { CALLER_LANE, type FilterMemory, maskOffset, type ScopeMemory } from "./filter-memory.ts";
import type { FilterAnswer, SuburbFilter } from "./predicate.ts";

export interface InlineFilterOptions extends ColumnFilterOptions {
  /** Lane of this thread; the caller's lane by default. */
  readonly lane?: number;
}

/** A filter that evaluates on the calling thread, and indexes scanned columns one at a time between calls. */
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

// Allocating each mask would cost more than the filter: about 28 of a large state share a chunk.
const CHUNK_BYTES = 16_384;

/** Copies masks out of shared memory, where the next call overwrites them. */
export class MaskCopies {
  readonly #shared: Uint8Array<SharedArrayBuffer>;
  #chunk = new Uint8Array(0);
  #used = 0;

  constructor(buffer: SharedArrayBuffer) {
    this.#shared = new Uint8Array(buffer);
  }

  answer(scope: ScopeMemory, mask: number, count: number): FilterAnswer {
    const byteLength = Math.ceil(scope.n / 8);
    if (this.#used + byteLength > this.#chunk.length) {
      this.#chunk = new Uint8Array(Math.max(CHUNK_BYTES, byteLength));
      this.#used = 0;
    }
    const copy = this.#chunk.subarray(this.#used, this.#used + byteLength);
    copy.set(this.#shared.subarray(mask, mask + byteLength));
    this.#used += byteLength;
    return { mask: copy, count };
  }
}
