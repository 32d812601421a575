import type { ColumnMetric, Metric } from "../../dataset/metric.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import type { SuburbIndex } from "./suburb-index.ts";
import { type ValueRange, valueRange } from "./value-range.ts";

/** Where a column is in the shared memory. */
export interface ColumnPlace {
  readonly memory: SharedMemory;
  readonly n: number;
  /** Byte offsets; `validityOffset` is NO_VALIDITY when no row is null. */
  readonly valuesOffset: number;
  readonly validityOffset: number;
  readonly nullCount: number;
}

/** One metric over one scope, in shared memory: float32 values and an Arrow validity bitmap, both padded for kernels. */
export class MetricColumn {
  readonly metric: ColumnMetric;
  readonly nullCount: number;
  readonly valuesOffset: number;
  readonly validityOffset: number;
  readonly #memory: SharedMemory;
  readonly #n: number;
  #values: Float32Array | undefined;
  #validity: Uint8Array | undefined;
  #range: ValueRange | null | undefined;

  constructor(metric: ColumnMetric, { memory, n, valuesOffset, validityOffset, nullCount }: ColumnPlace) {
    this.metric = metric;
    this.#memory = memory;
    this.#n = n;
    this.nullCount = nullCount;
    this.valuesOffset = valuesOffset;
    this.validityOffset = validityOffset;
  }

  /** Values of the n rows; a null holds 0. */
  get values(): Float32Array {
    this.#values ??= new Float32Array(this.#memory.buffer, this.valuesOffset, this.#n);
    return this.#values;
  }

  /** Bit i (LSB first) is 1 where row i has a value; undefined when no row is null. */
  get validity(): Uint8Array | undefined {
    if (this.nullCount === 0) return undefined;
    this.#validity ??= new Uint8Array(this.#memory.buffer, this.validityOffset, Math.ceil(this.#n / 8));
    return this.#validity;
  }

  /** Smallest value; undefined when every row is null. */
  get min(): number | undefined {
    return this.#valueRange()?.min;
  }

  /** Largest value; undefined when every row is null. */
  get max(): number | undefined {
    return this.#valueRange()?.max;
  }

  /** Whether some value has its sign bit set, and values cannot be compared by their bits. */
  get hasSign(): boolean {
    return this.#valueRange()?.hasSign ?? false;
  }

  /** Found on first use: most columns of most scopes are never asked for, and a start should not wait for them. */
  #valueRange(): ValueRange | null {
    this.#range ??= valueRange(this.values, this.validity);
    return this.#range;
  }
}

/** Rows in the order of their codes, to which columns and masks align. */
export interface RowIndex {
  readonly scope: string;
  readonly n: number;
}

/** Columns over the rows of one index, suburbs or stocks. */
export interface ColumnScope<Index extends RowIndex = RowIndex> {
  readonly index: Index;
  /** One column a metric, in the order of the registry. */
  readonly columns: readonly MetricColumn[];
}

export type SuburbScope = ColumnScope<SuburbIndex>;

/** All suburb columns of a snapshot: eight states and the country, in one memory that every thread sees. */
export interface SuburbColumns {
  readonly metrics: readonly Metric[];
  readonly memory: SharedMemory;
  /** First byte after the columns: where scratch space may begin. */
  readonly endOffset: number;
  readonly scopes: ReadonlyMap<string, SuburbScope>;
  /** Which thread sees them, of those that share the memory: each has scratch space of its own. 0 unless said. */
  readonly thread?: number | undefined;
}

export function isNull(column: Pick<MetricColumn, "validity">, position: number): boolean {
  const { validity } = column;
  return validity !== undefined && ((validity[position >> 3] >> (position & 7)) & 1) === 0;
}
