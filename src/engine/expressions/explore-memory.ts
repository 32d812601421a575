import { NATIONAL_SCOPE } from "../../dataset/states.ts";
import type { SuburbColumns } from "../columns/column.ts";
import { createKernels, type KernelOptions } from "../kernels/create-kernels.ts";
import { alignOffset, BUFFER_ALIGNMENT, maskByteLength } from "../kernels/memory-layout.ts";
import { FLOAT_PREDICATE_BYTES } from "../kernels/predicate-list.ts";
import type { SharedMemory } from "../kernels/shared-memory.ts";
import { MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_NODES } from "./expression.ts";

/** One mask a level of an expression, and one more to join categories on the deepest. */
const MASK_LEVELS = MAX_EXPRESSION_DEPTH + 1;

const LIST_BYTES = alignOffset(MAX_EXPRESSION_NODES * FLOAT_PREDICATE_BYTES);

/** The part of a snapshot's shared memory in which one thread evaluates expressions. */
export type ExploreMemory = ReturnType<typeof exploreMemoryAt>;

/** Bytes to reserve behind the columns for each thread that evaluates expressions. */
export function exploreByteLength(rowCount: number): number {
  return LIST_BYTES + MASK_LEVELS * alignOffset(maskByteLength(rowCount)) + BUFFER_ALIGNMENT;
}

/**
 * Pieces of a thread that explores: it writes in lane 0 itself, a thread that it starts for heavy tasks in lane 1, and in
 * lane 2 the one for heavy tasks over a view from which something is withheld.
 */
const LANES_A_THREAD = 3;

/** Bytes to reserve behind the columns for the explorers of so many threads. */
export function explorerByteLength(rowCount: number, threads = 1): number {
  return threads * LANES_A_THREAD * exploreByteLength(rowCount);
}

/** A piece of the columns' memory, counted from its end, so that what is laid out from its front stays clear. */
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
  return exploreMemoryAt(columns.memory, start, rowCount, options);
}

/** A piece of a memory, `exploreByteLength(rowCount)` bytes from `start` on, for columns of up to so many rows. */
export function exploreMemoryAt(
  memory: SharedMemory,
  start: number,
  rowCount: number,
  options: KernelOptions = {},
) {
  const { buffer } = memory;
  const list = alignOffset(start);
  const stride = alignOffset(maskByteLength(rowCount));
  return {
    buffer,
    bytes: new Uint8Array(buffer),
    fields: new DataView(buffer),
    kernels: createKernels(memory, options),
    /** Where predicate lists for the kernels are written. */
    list,
    /** Where the mask of each level is written; the answer is in the first. */
    masks: Array.from({ length: MASK_LEVELS }, (_, level) => list + LIST_BYTES + level * stride),
  };
}

/** A mask of n rows, the first unless given, as words, for kernels that are plain loops. */
export function answerWords({ buffer, masks }: ExploreMemory, n: number, mask = masks[0]): Uint32Array {
  return new Uint32Array(buffer, mask, maskByteLength(n) >> 2);
}
