/** Digits of a double that are its value and not the noise of adding and multiplying. */
const SOUND_DIGITS = 12;

/** Rounded half away from zero on decimals: 1.005 at two places is 1.01, and so is what misses it by noise. */
export function roundedTo(value: number, places: number): number {
  if (!Number.isFinite(value)) return value;
  const [digits, exponent = "0"] = Number(Math.abs(value).toPrecision(SOUND_DIGITS)).toString().split("e");
  const moved = Number(`${digits}e${Number(exponent) + places}`);
  const rounded = Math.round(moved);
  return rounded === 0 ? 0 : Math.sign(value) * Number(`${rounded}e${-places}`);
}
