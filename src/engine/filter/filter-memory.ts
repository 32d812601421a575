import type { SuburbColumns } from "../columns/column.ts";
import { alignOffset, maskByteLength, orderByteLength } from "../kernels/memory-layout.ts";
import { BITMAP_PREDICATE_BYTES, NO_VALIDITY } from "../kernels/predicate-list.ts";
import { cutCount, cutShiftFor } from "../kernels/rank-bitmaps.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import { MAX_RANKED_ROWS } from "../kernels/sort-rows.ts";

/** Memory layout for filtering a snapshot's columns. Can be posted: the memory itself is shared. */
export type FilterMemory = ReturnType<typeof filterMemoryOf>;

export type ScopeMemory = FilterMemory["scopes"][number];

/** Most calls in a batch for a worker; each has its own mask. */
export const BATCH_CALLS = 128;

/** Lane of the calling thread; workers have lanes from 1 on. */
export const CALLER_LANE = 0;

// With fewer rows, a scan is as fast as two binary searches for the bounds.
const MIN_RANKED_ROWS = 128;

/** Bytes to reserve for rank indexes, and the predicate lists and masks of the caller and the workers. */
export function filterByteLength(
  rowCounts: readonly number[],
  metricCount: number,
  workerLanes: number,
): number {
  return layOut(0, rowCounts, metricCount, workerLanes).end;
}

/** Lays out the memory behind the columns, which must have `filterByteLength` bytes to spare. */
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
      /** Undefined for scopes without rank indexes, which are always scanned. */
      ranks: ranks[s],
    })),
    ...places,
  };
}

/** Values and validity bits of a column; validity is undefined if no row is null. */
export function columnArrays(
  { buffer }: SharedMemory,
  { valuesOffset, validityOffset }: ScopeMemory["columns"][number],
  n: number,
): [values: Float32Array, validity: Uint8Array | undefined] {
  const hasNulls = validityOffset !== NO_VALIDITY;
  const validity = hasNulls ? new Uint8Array(buffer, validityOffset, Math.ceil(n / 8)) : undefined;
  return [new Float32Array(buffer, valuesOffset, n), validity];
}

/** Byte offset of a lane's predicate list. */
export function listOffset(filterMemory: FilterMemory, lane: number): number {
  return filterMemory.lists + lane * filterMemory.listBytes;
}

/** Byte offset of the mask for call `place` of a lane's batch; the caller's lane has place 0 only. */
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
   * Layout of a scope's rank indexes, all of one size, so that an offset is a product. Space is reserved for
   * all columns, but only filtered ones use physical memory: 8 to 11 bytes a row, against 4.1 for the column.
   * With all metrics in use: 11 MB for the eight states, 12 MB for the country, next to 9 MB of columns.
   */
  const ranks = rowCounts.map((n, s) => {
    if (n < MIN_RANKED_ROWS || n > MAX_RANKED_ROWS) return undefined;
    const cutShift = cutShiftFor(n);
    /** Bytes from the start of an index (its row order) to its bitmaps. */
    const bitmapsAfter = alignOffset(orderByteLength(n));
    const stride = alignOffset(bitmapsAfter + cutCount(n, cutShift) * maskByteLength(n));
    /** One int32 a column, the state of its index: see rank-index.ts. */
    const directoryOffset = take(4 * metricCount);
    const firstOffset = take(metricCount * stride);
    /** Number of columns of the scopes before this one. */
    const columnsBefore = s * metricCount;
    return { directoryOffset, columnsBefore, firstOffset, stride, bitmapsAfter, cutShift };
  });
  const listBytes = alignOffset(metricCount * BITMAP_PREDICATE_BYTES);
  const maskBytes = alignOffset(maskByteLength(Math.max(0, ...rowCounts)));
  const lists = take((1 + workerLanes) * listBytes);
  const masks = take((1 + workerLanes * BATCH_CALLS) * maskBytes);
  return { ranks, lists, listBytes, masks, maskBytes, end };
}
