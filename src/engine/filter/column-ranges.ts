import { type ValueRange, valueRange } from "../columns/value-range.ts";
import { NO_VALIDITY } from "../kernels/predicate-list.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import type { ScopeSpace } from "./filter-memory.ts";

/** The value ranges of the columns that one thread has filtered; each is found when it is first asked for. */
export class ColumnRanges {
  readonly #memory: SharedMemory;
  readonly #byScope = new Map<ScopeSpace, (ValueRange | null | undefined)[]>();

  constructor(memory: SharedMemory) {
    this.#memory = memory;
  }

  /** Smallest and largest value of a column; null when every row is. */
  of(scope: ScopeSpace, metric: number): ValueRange | null {
    let ranges = this.#byScope.get(scope);
    if (ranges === undefined) {
      ranges = new Array(scope.columns.length).fill(undefined);
      this.#byScope.set(scope, ranges);
    }
    let range = ranges[metric];
    if (range === undefined) {
      const { buffer } = this.#memory;
      const { valuesOffset, validityOffset } = scope.columns[metric];
      range = valueRange(
        new Float32Array(buffer, valuesOffset, scope.n),
        validityOffset === NO_VALIDITY
          ? undefined
          : new Uint8Array(buffer, validityOffset, Math.ceil(scope.n / 8)),
      );
      ranges[metric] = range;
    }
    return range;
  }
}
