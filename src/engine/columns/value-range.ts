export interface ValueRange {
  readonly min: number;
  readonly max: number;
}

/** Smallest and largest of the values whose bit is set, all without bits; null when there is none. */
export function valueRange(values: Float32Array, validity: Uint8Array | undefined): ValueRange | null {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let isEmpty = true;
  for (let i = 0; i < values.length; i++) {
    if (validity !== undefined && ((validity[i >> 3] >> (i & 7)) & 1) === 0) continue;
    isEmpty = false;
    const value = values[i];
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return isEmpty ? null : { min, max };
}
