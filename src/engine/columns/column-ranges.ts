import { NO_VALIDITY } from "../kernels/predicate-list.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import { type ValueRange, valueRange } from "./value-range.ts";

/** Where a column of a memory lies. */
interface PlacedColumn {
  readonly valuesOffset: number;
  readonly validityOffset: number;
}

/** The value ranges of the columns that one thread has filtered; each is found when it is first asked for. */
export class ColumnRanges {
  readonly #memory: SharedMemory;
  readonly #found = new Map<PlacedColumn, ValueRange | null>();

  constructor(memory: SharedMemory) {
    this.#memory = memory;
  }

  /** Smallest and largest value of a column of n rows; null when every row is. */
  of(column: PlacedColumn, n: number): ValueRange | null {
    let range = this.#found.get(column);
    if (range === undefined) {
      const { buffer } = this.#memory;
      const { valuesOffset, validityOffset } = column;
      range = valueRange(
        new Float32Array(buffer, valuesOffset, n),
        validityOffset === NO_VALIDITY ? undefined : new Uint8Array(buffer, validityOffset, Math.ceil(n / 8)),
      );
      this.#found.set(column, range);
    }
    return range;
  }
}
