/** The shortest decimal that reads back as the same float32. Six digits are always enough if they exist; nine always do. */
export function shortestFloat32(value: number): number {
  if (Number.isInteger(value) && Math.abs(value) < 16_777_216) return value;
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return Number(value.toPrecision(9));
}
