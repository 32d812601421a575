/** Byte length of a mask over `size` positions. */
export function maskBytes(size: number): number {
  return (size + 7) >> 3;
}

/** True when the bit is set: byte position >> 3, bit position & 7. */
export function hasBit(mask: Uint8Array, position: number): boolean {
  return ((mask[position >> 3] >> (position & 7)) & 1) === 1;
}

/** Positions that are set in both masks. */
export function andBits(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = a[i] & b[i];
  return out;
}

/** Positions that are set in one or both masks. */
export function orBits(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = a[i] | b[i];
  return out;
}

/** Complement; the spare bits past `size` stay zero. */
export function notBits(a: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = ~a[i];
  const spare = size & 7;
  if (spare !== 0) out[out.length - 1] &= (1 << spare) - 1;
  return out;
}

/** Number of bits set; four bytes at a time by SWAR population count. */
export function countBits(mask: Uint8Array): number {
  let count = 0;
  let i = 0;
  for (; i + 4 <= mask.length; i += 4) {
    let word = mask[i] | (mask[i + 1] << 8) | (mask[i + 2] << 16) | (mask[i + 3] << 24);
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  for (; i < mask.length; i++) for (let byte = mask[i]; byte !== 0; byte &= byte - 1) count++;
  return count;
}

/** The set positions, ascending. */
export function bitPositions(mask: Uint8Array): Uint32Array<ArrayBuffer> {
  const positions = new Uint32Array(countBits(mask));
  let found = 0;
  for (let i = 0; i < mask.length; i++) {
    // Takes the lowest set bit, which byte & (byte - 1) then clears.
    for (let byte = mask[i]; byte !== 0; byte &= byte - 1) {
      positions[found++] = (i << 3) + 31 - Math.clz32(byte & -byte);
    }
  }
  return positions;
}
