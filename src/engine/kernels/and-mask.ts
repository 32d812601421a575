/** `out` = a AND b over the words of n rows. `out` may be `a` or `b`, here and below. */
export function andMask(a: Uint32Array, b: Uint32Array, out: Uint32Array, n: number): void {
  const count = (n + 31) >>> 5;
  for (let at = 0; at < count; at++) out[at] = a[at] & b[at];
}

/** `out` = a OR b over the words of n rows. */
export function orMask(a: Uint32Array, b: Uint32Array, out: Uint32Array, n: number): void {
  const count = (n + 31) >>> 5;
  for (let at = 0; at < count; at++) out[at] = a[at] | b[at];
}

/** `out` = a AND NOT b over the words of n rows. */
export function andNotMask(a: Uint32Array, b: Uint32Array, out: Uint32Array, n: number): void {
  const count = (n + 31) >>> 5;
  for (let at = 0; at < count; at++) out[at] = a[at] & ~b[at];
}

/** `out` = NOT a for rows below n. The tail past n is zero, as in every mask. */
export function complementMask(a: Uint32Array, out: Uint32Array, n: number): void {
  const count = (n + 31) >>> 5;
  for (let at = 0; at < count; at++) out[at] = ~a[at];
  clearTail(out, n);
}

/** Zeroes the bits past row n in the last word that holds rows. */
export function clearTail(words: Uint32Array, n: number): void {
  const rows = n & 31;
  if (rows !== 0) words[n >>> 5] &= (1 << rows) - 1;
}
