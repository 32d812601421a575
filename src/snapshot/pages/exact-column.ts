/** How a column's numbers are stored, little-endian. */
export interface ColumnForm {
  readonly type: "u8" | "u16" | "u32" | "f64";
  /** Stored number = value * scale; dividing restores the value exactly. */
  readonly scale: number;
}

export type RawNumbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const WHOLE_TYPES = [
  { type: "u8", most: 0xfe, array: Uint8Array },
  { type: "u16", most: 0xfffe, array: Uint16Array },
  { type: "u32", most: 0xffff_fffe, array: Uint32Array },
] as const;

/** Values of one to four decimals are stored as integers. */
const SCALES = [1, 10, 100, 1_000, 10_000] as const;

/** Stored form of a missing value: all bits set, or NaN for f64. */
export function noneOf({ type }: ColumnForm): number {
  return WHOLE_TYPES.find((whole) => whole.type === type)?.array.of(-1)[0] ?? Number.NaN;
}

/** Stores numbers exactly in the fewest bytes; NaN is a missing value. */
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

/** Largest stored number at a scale; undefined if some value would not be restored exactly. */
function largestStored(values: Float64Array, scale: number): number | undefined {
  let most = 0;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    const stored = Math.round(value * scale);
    // -0 has no integer form.
    if (stored < 0 || Object.is(stored, -0) || stored / scale !== value) return undefined;
    if (stored > most) most = stored;
  }
  return most;
}
