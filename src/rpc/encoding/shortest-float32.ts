/**
 * The shortest decimal that reads back as the same float32. Nine digits are always enough; fewer than six are
 * found as six with trailing zeros.
 */
export function shortestFloat32(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 16_777_216) return value;
  const size = Math.abs(value);
  // A float32 times a power of ten up to 10^8 is exact, so rounding it gives the digits of toPrecision.
  let scale = size >= 1000 || size < 1 ? 0 : size >= 100 ? 1e3 : size >= 10 ? 1e4 : 1e5;
  for (; scale !== 0 && scale <= 1e8; scale *= 10) {
    const candidate = Math.round(size * scale) / scale;
    if (Math.fround(candidate) === size) return Math.sign(value) * candidate;
  }
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return Number(value.toPrecision(9));
}
