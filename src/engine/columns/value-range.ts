export interface ValueRange {
  readonly min: number;
  readonly max: number;
  /** True if a value has its sign bit set (negative or -0). If none has, values sort by their bits. */
  readonly hasSign: boolean;
}

/** Smallest and largest of the valid values, or of all without `validity`; null if every row is null. */
export function valueRange(values: Float32Array, validity: Uint8Array | undefined): ValueRange | null {
  const bits = new Int32Array(values.buffer, values.byteOffset, values.length);
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let joined = 0;
  let isEmpty = true;
  for (let i = 0; i < values.length; i++) {
    if (validity !== undefined && ((validity[i >> 3] >> (i & 7)) & 1) === 0) continue;
    isEmpty = false;
    joined |= bits[i];
    const value = values[i];
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return isEmpty ? null : { min, max, hasSign: joined < 0 };
}
