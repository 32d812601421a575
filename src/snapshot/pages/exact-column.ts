/** How the numbers of a column are stored as bytes, little-endian. */
export interface ColumnForm {
  readonly type: "u8" | "u16" | "u32" | "f64";
  /** What is stored is the value times this; dividing gives the value back, exactly. */
  readonly scale: number;
}

export type RawNumbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const WHOLE_TYPES = [
  { type: "u8", most: 0xfe, array: Uint8Array },
  { type: "u16", most: 0xfffe, array: Uint16Array },
  { type: "u32", most: 0xffff_fffe, array: Uint32Array },
] as const;

/** Values of one to four decimals are kept as whole numbers. */
const SCALES = [1, 10, 100, 1_000, 10_000] as const;

/** How a missing value is written: all bits set, and NaN among doubles. */
export function noneOf({ type }: ColumnForm): number {
  return WHOLE_TYPES.find((whole) => whole.type === type)?.array.of(-1)[0] ?? Number.NaN;
}

/** The numbers in the fewest bytes in which each of them is exact; NaN is a missing value. */
export function exactColumn(values: Float64Array): { form: ColumnForm; raw: RawNumbers } {
  for (const scale of SCALES) {
    const most = largestStored(values, scale);
    const fit = most === undefined ? undefined : WHOLE_TYPES.find((whole) => most <= whole.most);
    if (fit === undefined) continue;
    const form = { type: fit.type, scale };
    const none = noneOf(form);
    const raw = new fit.array(values.length);
    for (let i = 0; i < raw.length; i++)
      raw[i] = Number.isNaN(values[i]) ? none : Math.round(values[i] * scale);
    return { form, raw };
  }
  return { form: { type: "f64", scale: 1 }, raw: values };
}

/** The largest number to store at a scale; undefined when a value would not come back the same. */
function largestStored(values: Float64Array, scale: number): number | undefined {
  let most = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    const stored = Math.round(value * scale);
    // The negative zero has no whole form.
    if (stored < 0 || Object.is(stored, -0) || stored / scale !== value) return undefined;
    if (stored > most) most = stored;
  }
  return most;
}
