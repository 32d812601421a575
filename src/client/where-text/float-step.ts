const floats = new Float32Array(1);
const bits = new Int32Array(floats.buffer);

/** The next larger float32; the largest finite one stays. */
export function nextFloatUp(value: number): number {
  return -nextFloatDown(-value);
}

/** The next smaller float32; the most negative finite one stays. */
export function nextFloatDown(value: number): number {
  floats[0] = value;
  if (floats[0] === 0) bits[0] = -2147483647;
  else bits[0] += floats[0] > 0 ? -1 : 1;
  return Number.isFinite(floats[0]) ? floats[0] : value;
}

/** The largest float32 strictly below a number, compared before rounding to float32. */
export function floatBelow(value: number): number {
  const near = Math.fround(value);
  return near < value ? near : nextFloatDown(near);
}

/** The smallest float32 strictly above a number, compared before rounding to float32. */
export function floatAbove(value: number): number {
  return -floatBelow(-value);
}

/** The shortest decimal that parses to the same float32. */
export function floatText(value: number): string {
  const float = Math.fround(value);
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(float.toPrecision(digits));
    if (Math.fround(candidate) === float) return String(candidate);
  }
  return String(Number(float.toPrecision(9)));
}
