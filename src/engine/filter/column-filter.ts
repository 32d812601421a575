import { remembered } from "../../runtime/lazy.ts";
import { type ValueRange, valueRange } from "../columns/value-range.ts";
import { createKernels, type KernelOptions } from "../kernels/create-kernels.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { maskByteLength } from "../kernels/memory-layout.ts";
import { putBitmapPredicate, putFloatPredicate, putUnsignedPredicate } from "../kernels/predicate-list.ts";
import { columnArrays, type FilterMemory, listOffset, type ScopeMemory } from "./filter-memory.ts";
import { type ColumnFacts, planFilter } from "./plan-filter.ts";
import type { RangePredicate } from "./predicate.ts";
import { RankIndex } from "./rank-index.ts";

export interface ColumnFilterOptions extends KernelOptions {
  /** Use and build rank indexes, the default; otherwise scan for every predicate. */
  readonly indexed?: boolean;
}

/** Plans and runs filters over one snapshot's columns, in the thread that owns `lane`. */
export class ColumnFilter {
  readonly filterMemory: FilterMemory;
  readonly index: RankIndex;
  /** This thread's views of the shared memory. */
  readonly #fields: DataView<SharedArrayBuffer>;
  readonly #bytes: Uint8Array<SharedArrayBuffer>;
  readonly #kernels: Kernels;
  readonly #list: number;
  readonly #facts: ColumnFacts;
  readonly #isIndexed: boolean;

  constructor(filterMemory: FilterMemory, lane: number, options: ColumnFilterOptions = {}) {
    this.filterMemory = filterMemory;
    this.index = new RankIndex(filterMemory, lane);
    this.#isIndexed = options.indexed ?? true;
    const { memory } = filterMemory;
    // Computed on first use.
    const ranges = new Map<object, ValueRange | null>();
    this.#facts = {
      range: ({ columns, n }, metric) =>
        remembered(ranges, columns[metric], () => valueRange(...columnArrays(memory, columns[metric], n))),
      find: this.#isIndexed ? (scope, metric) => this.index.find(scope, metric) : () => undefined,
    };
    this.#fields = new DataView(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
    this.#kernels = createKernels(memory, options);
    this.#list = listOffset(filterMemory, lane);
  }

  /** Writes the mask of matching rows at `mask`, with a zero tail, and returns their count. */
  run(scope: ScopeMemory, predicates: readonly RangePredicate[], mask: number): number {
    const { isEmpty, indexed, scanned } = planFilter(scope, predicates, this.#facts);
    if (this.#isIndexed) for (const { metric } of scanned) this.index.want(scope, metric);
    const { n } = scope;
    const kernels = this.#kernels;
    if (isEmpty || n === 0 || indexed.length + scanned.length === 0) {
      this.#bytes.fill(0, mask, mask + maskByteLength(n));
      if (isEmpty || n === 0) return 0;
      // Without predicates, every row matches.
      kernels.complementMask(mask, mask, n);
      return n;
    }
    let count = 0;
    if (indexed.length > 0) {
      for (let i = 0; i < indexed.length; i++) {
        const { place, min, max } = indexed[i];
        putBitmapPredicate(this.#fields, this.#list, i, place, min, max);
      }
      count = kernels.filterBitmaps(this.#list, indexed.length, n, mask, false);
      if (count === 0) return 0;
    }
    if (scanned.length > 0) {
      for (let i = 0; i < scanned.length; i++) {
        const { metric, min, max, hasSign } = scanned[i];
        const { valuesOffset, validityOffset } = scope.columns[metric];
        const put = hasSign ? putFloatPredicate : putUnsignedPredicate;
        put(this.#fields, this.#list, i, valuesOffset, validityOffset, min, max);
      }
      count = kernels.filterFloats(this.#list, scanned.length, n, mask, indexed.length > 0);
    }
    return count;
  }
}
