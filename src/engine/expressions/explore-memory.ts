import { NATIONAL_SCOPE } from "../../dataset/states.ts";
import type { SuburbColumns } from "../columns/column.ts";
import { createKernels, type KernelOptions } from "../kernels/create-kernels.ts";
import { alignOffset, BUFFER_ALIGNMENT, maskByteLength } from "../kernels/memory-layout.ts";
import { FLOAT_PREDICATE_BYTES } from "../kernels/predicate-list.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import { MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_NODES } from "./expression.ts";

/** One mask for each level of an expression, and one more to OR category ranges on the deepest. */
const MASK_LEVELS = MAX_EXPRESSION_DEPTH + 1;

const LIST_BYTES = alignOffset(MAX_EXPRESSION_NODES * FLOAT_PREDICATE_BYTES);

/** The part of the shared memory in which one thread evaluates expressions. */
export type ExploreMemory = ReturnType<typeof exploreMemoryAt>;

/** Bytes to reserve behind the columns for one lane. */
export function exploreByteLength(rowCount: number): number {
  return LIST_BYTES + MASK_LEVELS * alignOffset(maskByteLength(rowCount)) + BUFFER_ALIGNMENT;
}

/** Lanes of a thread: 0 for itself, 1 for its heavy-task worker, 2 for that of a view with withheld data. */
const LANES_A_THREAD = 3;

/** Bytes to reserve behind the columns for all lanes of `threads` threads. */
export function explorerByteLength(rowCount: number, threads = 1): number {
  return threads * LANES_A_THREAD * exploreByteLength(rowCount);
}

/** Takes a lane at the end of the columns' memory; the layout at the front grows towards it. */
export function exploreMemoryOf(
  columns: SuburbColumns,
  options: KernelOptions & { readonly lane?: number } = {},
): ExploreMemory {
  const { buffer } = columns.memory;
  const rowCount = columns.scopes.get(NATIONAL_SCOPE)!.index.n;
  const piece = (columns.thread ?? 0) * LANES_A_THREAD + (options.lane ?? 0);
  const start = buffer.byteLength - (piece + 1) * exploreByteLength(rowCount);
  if (start < columns.endOffset) {
    throw new RangeError("the shared memory has no room in which to evaluate expressions");
  }
  return exploreMemoryAt(columns.memory, start, rowCount, createKernels(columns.memory, options));
}

/** Lays out `exploreByteLength(rowCount)` bytes from `start` on, for columns of up to `rowCount` rows. */
export function exploreMemoryAt(
  memory: SharedMemory,
  start: number,
  rowCount: number,
  kernels = createKernels(memory),
) {
  const { buffer } = memory;
  const list = alignOffset(start);
  const stride = alignOffset(maskByteLength(rowCount));
  return {
    buffer,
    bytes: new Uint8Array(buffer),
    fields: new DataView(buffer),
    kernels,
    /** Byte offset of the predicate list for the kernels. */
    list,
    /** Byte offset of each level's mask; the result is in the first. */
    masks: Array.from({ length: MASK_LEVELS }, (_, level) => list + LIST_BYTES + level * stride),
  };
}

/** View of a mask of n rows, by default the first, as 32-bit words. */
export function answerWords({ buffer, masks }: ExploreMemory, n: number, mask = masks[0]): Uint32Array {
  return new Uint32Array(buffer, mask, maskByteLength(n) >> 2);
}
