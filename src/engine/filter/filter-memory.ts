import type { SuburbColumns } from "../columns/column.ts";
import { alignOffset, maskByteLength, orderByteLength } from "../kernels/memory-layout.ts";
import { BITMAP_PREDICATE_BYTES, NO_VALIDITY } from "../kernels/predicate-list.ts";
import { cutCount, cutShiftFor } from "../kernels/rank-bitmaps.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import { MAX_RANKED_ROWS } from "../kernels/sort-rows.ts";

/** All that a thread needs to filter the columns of one snapshot. Can be posted to a worker: the memory is shared. */
export type FilterMemory = ReturnType<typeof filterMemoryOf>;

export type ScopeMemory = FilterMemory["scopes"][number];

/** Calls that a worker is sent at once, each with a mask of its own. */
export const BATCH_CALLS = 128;

/** The calling thread writes in lane 0; workers have lanes from 1 on. */
export const CALLER_LANE = 0;

// In fewer rows than this a scan is as fast as two searches for bounds.
const MIN_RANKED_ROWS = 128;

/** Bytes to reserve behind the columns for indexes, predicate lists and masks of `workerLanes` workers and the caller. */
export function filterByteLength(
  rowCounts: readonly number[],
  metricCount: number,
  workerLanes: number,
): number {
  return layOut(0, rowCounts, metricCount, workerLanes).end;
}

/** The memory behind the columns. The memory must have been made with `filterByteLength` bytes to spare. */
export function filterMemoryOf(columns: SuburbColumns, workerLanes: number) {
  const scopes = [...columns.scopes.values()];
  const metricCount = scopes[0].columns.length;
  const rowCounts = scopes.map((scope) => scope.index.n);
  const { ranks, end, ...places } = layOut(columns.endOffset, rowCounts, metricCount, workerLanes);
  const { memory } = columns;
  if (end > memory.buffer.byteLength) {
    throw new RangeError(
      `the shared memory has ${memory.buffer.byteLength} bytes, ${end} are needed for ${workerLanes} filter threads`,
    );
  }
  return {
    memory,
    scopes: scopes.map((scope, s) => ({
      code: scope.index.scope,
      n: scope.index.n,
      columns: scope.columns.map(({ valuesOffset, validityOffset }) => ({ valuesOffset, validityOffset })),
      /** Undefined for scopes that are filtered as floats only. */
      ranks: ranks[s],
    })),
    ...places,
  };
}

/** The values of a column, and its validity bits unless no row is null. */
export function columnArrays(
  { buffer }: SharedMemory,
  { valuesOffset, validityOffset }: ScopeMemory["columns"][number],
  n: number,
): [values: Float32Array, validity: Uint8Array | undefined] {
  const hasNulls = validityOffset !== NO_VALIDITY;
  const validity = hasNulls ? new Uint8Array(buffer, validityOffset, Math.ceil(n / 8)) : undefined;
  return [new Float32Array(buffer, valuesOffset, n), validity];
}

/** Where a lane writes its predicate list. */
export function listOffset(filterMemory: FilterMemory, lane: number): number {
  return filterMemory.lists + lane * filterMemory.listBytes;
}

/** Where a lane writes the mask of the call at `place` in its batch; the caller's lane has place 0 only. */
export function maskOffset(filterMemory: FilterMemory, lane: number, place: number): number {
  const mask = lane === CALLER_LANE ? 0 : 1 + (lane - 1) * BATCH_CALLS + place;
  return filterMemory.masks + mask * filterMemory.maskBytes;
}

function layOut(start: number, rowCounts: readonly number[], metricCount: number, workerLanes: number) {
  let end = alignOffset(start);
  const take = (byteLength: number): number => {
    const offset = end;
    end = alignOffset(offset + byteLength);
    return offset;
  };
  /**
   * Where the rank indexes of a scope's columns are, or will be: all of one size, so that a place is a product. Reserved
   * for all, but memory is taken only by columns that were filtered: 8 to 11 bytes a row, against 4.1 of the column. With
   * all metrics in use that is 11 MB for the eight states and 12 MB for the whole country, next to 9 MB of columns.
   */
  const ranks = rowCounts.map((n, s) => {
    if (n < MIN_RANKED_ROWS || n > MAX_RANKED_ROWS) return undefined;
    const cutShift = cutShiftFor(n);
    /** From the start of an index, its row order, to its bitmaps. */
    const bitmapsAfter = alignOffset(orderByteLength(n));
    const stride = alignOffset(bitmapsAfter + cutCount(n, cutShift) * maskByteLength(n));
    /** One int32 a column, the state of its index; see rank-index.ts. */
    const directoryOffset = take(4 * metricCount);
    const firstOffset = take(metricCount * stride);
    /** How many columns of other scopes come before this scope's. */
    const columnsBefore = s * metricCount;
    return { directoryOffset, columnsBefore, firstOffset, stride, bitmapsAfter, cutShift };
  });
  const listBytes = alignOffset(metricCount * BITMAP_PREDICATE_BYTES);
  const maskBytes = alignOffset(maskByteLength(Math.max(0, ...rowCounts)));
  const lists = take((1 + workerLanes) * listBytes);
  const masks = take((1 + workerLanes * BATCH_CALLS) * maskBytes);
  return { ranks, lists, listBytes, masks, maskBytes, end };
}
