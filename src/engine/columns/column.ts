import type { ColumnMetric, Metric } from "../../dataset/metric.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import type { SuburbIndex } from "./suburb-index.ts";
import { type ValueRange, valueRange } from "./value-range.ts";

export interface ColumnPlace {
  readonly memory: SharedMemory;
  readonly n: number;
  /** Byte offsets; `validityOffset` is NO_VALIDITY when no row is null. */
  readonly valuesOffset: number;
  readonly validityOffset: number;
  readonly nullCount: number;
}

/** One metric over one scope, in shared memory: float32 values and an Arrow validity bitmap, both padded. */
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

  /** Values of the n rows; 0 for null. */
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

  /** Undefined when every row is null. */
  get min(): number | undefined {
    return this.#valueRange()?.min;
  }

  /** Undefined when every row is null. */
  get max(): number | undefined {
    return this.#valueRange()?.max;
  }

  /** True if a value has its sign bit set: then values do not sort by their bits as integers. */
  get hasSign(): boolean {
    return this.#valueRange()?.hasSign ?? false;
  }

  /** Computed on first use: most columns are never asked for it, and a start should not wait. */
  #valueRange(): ValueRange | null {
    this.#range ??= valueRange(this.values, this.validity);
    return this.#range;
  }
}

/** Rows in code order, which columns and masks align to. */
export interface RowIndex {
  readonly scope: string;
  readonly n: number;
}

/** Columns over the rows of one index: suburbs or stocks. */
export interface ColumnScope<Index extends RowIndex = RowIndex> {
  readonly index: Index;
  /** One column a metric, in registry order. */
  readonly columns: readonly MetricColumn[];
}

export type SuburbScope = ColumnScope<SuburbIndex>;

/** All suburb columns of a snapshot, eight states and the country, in one memory shared by all threads. */
export interface SuburbColumns {
  readonly metrics: readonly Metric[];
  readonly memory: SharedMemory;
  /** First byte after the columns, where scratch space may begin. */
  readonly endOffset: number;
  readonly scopes: ReadonlyMap<string, SuburbScope>;
  /** Index of this thread among those that share the memory, default 0: each has its own scratch space. */
  readonly thread?: number | undefined;
}

export function isNull(column: Pick<MetricColumn, "validity">, position: number): boolean {
  const { validity } = column;
  return validity !== undefined && ((validity[position >> 3] >> (position & 7)) & 1) === 0;
}
