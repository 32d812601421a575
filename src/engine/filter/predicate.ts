import type { StopSignal } from "../../runtime/abort.ts";

/** min <= value <= max in float32. Nulls never match. */
export interface RangePredicate {
  /** Position of the metric in the registry. */
  readonly metric: number;
  /** Finite, or -Infinity for no lower bound. */
  readonly min: number;
  /** Finite, or Infinity for no upper bound. */
  readonly max: number;
}

/** Mask of the suburbs that satisfy every predicate: ceil(n/8) bytes, LSB first, spare bits zero. */
export interface FilterAnswer {
  readonly mask: Uint8Array;
  readonly count: number;
}

export interface SuburbFilter {
  /** Evaluates in a worker thread, or in the calling one if there are no workers. */
  filter(scope: string, predicates: readonly RangePredicate[], signal?: StopSignal): Promise<FilterAnswer>;
  /** Evaluates in the calling thread. */
  filterSync(scope: string, predicates: readonly RangePredicate[]): FilterAnswer;
  /** Frees what the filter holds in addition to the columns. */
  close(): Promise<void>;
}
