import { createKernels } from "../../../src/engine/kernels/create-kernels.ts";
import {
  alignOffset,
  maskByteLength,
  orderByteLength,
  valuesByteLength,
} from "../../../src/engine/kernels/memory-layout.ts";
import { BITMAP_PREDICATE_BYTES } from "../../../src/engine/kernels/predicate-list.ts";
import { cutCount } from "../../../src/engine/kernels/rank-bitmaps.ts";
import { createSharedMemory } from "../../../src/engine/kernels/shared-memory.ts";

export const MAX_ROWS = 5_120;
export const MAX_COLUMNS = 3;
const MAX_CUTS = cutCount(MAX_ROWS, 3);

/** One memory with a few columns, their indexes, a predicate list and masks, and all kinds of kernels. */
export function createKernelBench() {
  let end = 64;
  const take = (byteLength: number) => {
    const start = alignOffset(end);
    end = start + byteLength;
    return start;
  };
  const columns = Array.from({ length: MAX_COLUMNS }, () => ({
    values: take(valuesByteLength(MAX_ROWS)),
    validity: take(maskByteLength(MAX_ROWS)),
    order: take(orderByteLength(MAX_ROWS)),
    bitmaps: take(MAX_CUTS * maskByteLength(MAX_ROWS)),
  }));
  const list = take(MAX_COLUMNS * BITMAP_PREDICATE_BYTES);
  // Sixteen guard bytes after each mask, which a kernel must not overwrite.
  const masks = [0, 1, 2].map(() => take(maskByteLength(MAX_ROWS) + 16));
  const memory = createSharedMemory(end);
  const places = columns.map((at) => ({
    at,
    values: new Float32Array(memory.buffer, at.values, MAX_ROWS),
    validity: new Uint8Array(memory.buffer, at.validity, maskByteLength(MAX_ROWS)),
    order: new Uint16Array(memory.buffer, at.order, MAX_ROWS),
    bitmaps: new Uint32Array(memory.buffer, at.bitmaps, (MAX_CUTS * maskByteLength(MAX_ROWS)) >> 2),
  }));
  return {
    memory,
    view: new DataView(memory.buffer),
    columns: places,
    list,
    masks,
    maskBytes: (index: number, byteLength: number) => new Uint8Array(memory.buffer, masks[index], byteLength),
    kernels: [
      createKernels(memory, { fold: "narrow" }),
      createKernels(memory, { fold: "shuffle" }),
      createKernels(memory, { plain: true }),
    ],
  };
}
