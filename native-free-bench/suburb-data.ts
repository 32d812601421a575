import { alignOffset, maskByteLength, valuesByteLength } from "../src/engine/kernels/memory-layout.ts";
import { NO_VALIDITY } from "../src/engine/kernels/predicate-list.ts";
import { createSharedMemory, type SharedMemory } from "../src/engine/kernels/shared-memory.ts";
import { seededRandom } from "./harness.ts";

/** Columns in the engine's layout, with the same values for opponents with other layouts. */
export interface BenchColumns {
  readonly n: number;
  readonly memory: SharedMemory;
  readonly columns: readonly BenchColumn[];
  readonly end: number;
}

export interface BenchColumn {
  readonly values: Float32Array;
  /** Arrow validity bitmap; undefined without nulls. */
  readonly validity: Uint8Array | undefined;
  readonly valuesOffset: number;
  readonly validityOffset: number;
  /** Bounds that about 30 % of rows satisfy. */
  readonly lo: number;
  readonly hi: number;
}

/** Random columns of n rows with a share of nulls, each with bounds of about 30 % selectivity. */
export function benchColumns(
  n: number,
  count: number,
  nullShare: number,
  seed: number,
  reserve = 0,
): BenchColumns {
  const bytes = count * (valuesByteLength(n) + maskByteLength(n) + 128) + 64;
  const memory = createSharedMemory(bytes + reserve + 4 * (maskByteLength(n) + 4096));
  let offset = 64;
  const columns: BenchColumn[] = [];
  for (let c = 0; c < count; c++) {
    const random = seededRandom(seed * 1000 + c);
    const valuesOffset = alignOffset(offset);
    const bitsOffset = alignOffset(valuesOffset + valuesByteLength(n));
    offset = bitsOffset + maskByteLength(n);
    const values = new Float32Array(memory.buffer, valuesOffset, n);
    const bits = new Uint8Array(memory.buffer, bitsOffset, Math.ceil(n / 8));
    for (let i = 0; i < n; i++) {
      values[i] = Math.fround(random() * 1000);
      if (random() >= nullShare) bits[i >> 3] |= 1 << (i & 7);
    }
    const lo = random() * 600;
    columns.push({
      values,
      validity: nullShare === 0 ? undefined : bits,
      valuesOffset,
      validityOffset: nullShare === 0 ? NO_VALIDITY : bitsOffset,
      lo: Math.fround(lo),
      hi: Math.fround(lo + 333),
    });
  }
  return { n, memory, columns, end: alignOffset(offset) };
}

/** The naive filter, row by row and bit by bit, as most servers do it. */
export function rowLoop({ n }: BenchColumns, columns: readonly BenchColumn[], mask: Uint8Array): number {
  mask.fill(0);
  let count = 0;
  for (let i = 0; i < n; i++) {
    let isMatch = true;
    for (const { values, validity, lo, hi } of columns) {
      if (validity !== undefined && ((validity[i >> 3] >> (i & 7)) & 1) === 0) {
        isMatch = false;
        break;
      }
      if (!(values[i] >= lo && values[i] <= hi)) {
        isMatch = false;
        break;
      }
    }
    if (isMatch) {
      mask[i >> 3] |= 1 << (i & 7);
      count++;
    }
  }
  return count;
}
