import { ColumnRanges } from "../columns/column-ranges.ts";
import { createKernels, type KernelOptions } from "../kernels/create-kernels.ts";
import { type FilterMemory, listOffset, type ScopeMemory } from "./filter-memory.ts";
import { type ColumnFacts, planFilter } from "./plan-filter.ts";
import type { RangePredicate } from "./predicate.ts";
import { RankIndex } from "./rank-index.ts";
import { type FilterThread, runFilter } from "./run-filter.ts";

export interface ColumnFilterOptions extends KernelOptions {
  /** Use and build rank indexes; otherwise every predicate is a scan. */
  readonly indexed?: boolean;
}

/** Plans and runs filters over one snapshot's columns, in the thread that writes `lane`. */
export class ColumnFilter {
  readonly filterMemory: FilterMemory;
  readonly index: RankIndex;
  readonly #thread: FilterThread;
  readonly #facts: ColumnFacts;
  readonly #isIndexed: boolean;

  constructor(filterMemory: FilterMemory, lane: number, options: ColumnFilterOptions = {}) {
    this.filterMemory = filterMemory;
    this.index = new RankIndex(filterMemory, lane);
    this.#isIndexed = options.indexed ?? true;
    const { memory } = filterMemory;
    const ranges = new ColumnRanges(memory);
    this.#facts = {
      range: (scope, metric) => ranges.of(scope.columns[metric], scope.n),
      find: this.#isIndexed ? (scope, metric) => this.index.find(scope, metric) : () => undefined,
    };
    this.#thread = {
      fields: new DataView(memory.buffer),
      bytes: new Uint8Array(memory.buffer),
      kernels: createKernels(memory, options),
      list: listOffset(filterMemory, lane),
    };
  }

  /** Writes the rows that satisfy every predicate at `mask` and returns how many; scanned columns become wanted. */
  run(scope: ScopeMemory, predicates: readonly RangePredicate[], mask: number): number {
    const plan = planFilter(scope, predicates, this.#facts);
    if (this.#isIndexed) for (const { metric } of plan.scanned) this.index.want(scope, metric);
    return runFilter(this.#thread, scope, plan, mask);
  }
}
