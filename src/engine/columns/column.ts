import type { Metric } from "../../model/metric-registry.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import type { SuburbIndex } from "./suburb-index.ts";

/** One metric over one scope, in shared memory: float32 values and an Arrow validity bitmap, both padded for kernels. */
export interface MetricColumn {
  readonly metric: Metric;
  /** Values of the n suburbs; a null holds 0. */
  readonly values: Float32Array;
  /** Bit i (LSB first) is 1 where row i has a value; undefined when no row is null. */
  readonly validity: Uint8Array | undefined;
  readonly nullCount: number;
  /** Smallest and largest value; undefined when every row is null. */
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Byte offsets into the shared memory; `validityOffset` is NO_VALIDITY when no row is null. */
  readonly valuesOffset: number;
  readonly validityOffset: number;
}

export interface SuburbScope {
  readonly index: SuburbIndex;
  /** One column a metric, in the order of the registry. */
  readonly columns: readonly MetricColumn[];
}

/** All suburb columns of a snapshot: eight states and the country, in one memory that every thread sees. */
export interface SuburbColumns {
  readonly memory: SharedMemory;
  /** First byte after the columns: where scratch space may begin. */
  readonly endOffset: number;
  readonly scopes: ReadonlyMap<string, SuburbScope>;
}

export function isNull(column: MetricColumn, position: number): boolean {
  const { validity } = column;
  return validity !== undefined && ((validity[position >> 3] >> (position & 7)) & 1) === 0;
}
