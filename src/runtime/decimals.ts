/** Significant digits of a double that are free of rounding noise. */
const SOUND_DIGITS = 12;

/** Rounds decimals half away from zero, ignoring floating-point noise: 1.005 to two places is 1.01. */
export function roundedTo(value: number, places: number): number {
  if (!Number.isFinite(value)) return value;
  const [digits, exponent = "0"] = Number(Math.abs(value).toPrecision(SOUND_DIGITS)).toString().split("e");
  const moved = Number(`${digits}e${Number(exponent) + places}`);
  const rounded = Math.round(moved);
  return rounded === 0 ? 0 : Math.sign(value) * Number(`${rounded}e${-places}`);
}
