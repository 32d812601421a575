import fc from "fast-check";
import { seededRandom } from "../../support/run/seeded-random.ts";
import { isLongRun } from "../../support/run/test-form.ts";

/** Number of cases of a property: five times as many in a long run. */
export function caseCount(count: number): number {
  return isLongRun ? count * 5 : count;
}

/** Enough for the long form on a slow machine. */
export const LONG_TIMEOUT_MS = 900_000;

/** Parameters of a random column, small enough to print: `fillColumn` makes the rows. */
export interface ColumnCase {
  readonly seed: number;
  readonly nulls: "none" | "some" | "all";
  readonly values: "special" | "few" | "spread" | "mixed";
  /** "none": no valid row has its sign bit set, so that values may be compared by their bits. */
  readonly signs: "any" | "none";
  readonly bounds: "present" | "drawn" | "open below" | "open above" | "reversed" | "nan" | "nan above";
}

export const columnCase: fc.Arbitrary<ColumnCase> = fc.record({
  seed: fc.nat(),
  nulls: fc.constantFrom("none", "some", "all", "some"),
  values: fc.constantFrom("special", "few", "spread", "mixed"),
  signs: fc.constantFrom("any", "none"),
  bounds: fc.constantFrom(
    "present",
    "present",
    "drawn",
    "drawn",
    "open below",
    "open above",
    "reversed",
    "nan",
    "nan above",
  ),
});

/** Row counts 0..5,000, weighted towards block edges (32, 64, 128 rows). */
export const rowCount: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 39 }).chain((k) => fc.constantFrom(...around(k * 128))) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 260 }) },
);

function around(n: number): number[] {
  return [n - 64, n - 32, n - 1, n, n + 1, n + 31, n + 63].filter((count) => count >= 0);
}

/** Values where float comparison differs most from integer comparison. */
const SPECIAL_VALUES = [
  Number.NaN,
  0,
  -0,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  1.401298464324817e-45,
  -1.401298464324817e-45,
  1.1754942106924411e-38,
  1.1754943508222875e-38,
  3.4028234663852886e38,
  -3.4028234663852886e38,
  1,
  -1,
  0.1,
  16_777_216,
  16_777_217,
];

/** NaN bits that arithmetic does not produce: just above Infinity, and the largest; then with a sign. */
const NAN_BITS = [0x7f800001, 0x7fffffff, 0xff800001, 0xffffffff];

/** The value for a number 0..1: a special one, a small integer with many ties, or a spread one. */
function drawnValue(kind: ColumnCase["values"], share: number): number {
  if (kind === "special") return SPECIAL_VALUES[Math.floor(share * SPECIAL_VALUES.length)];
  if (kind === "few") return Math.floor(share * 12) - 4;
  if (kind === "spread") return (share - 0.5) * 2_000;
  if (share < 0.3) return drawnValue("special", share / 0.3);
  return share < 0.6 ? drawnValue("few", (share - 0.3) / 0.3) : drawnValue("spread", (share - 0.6) / 0.4);
}

/** Fills values and validity with n rows; returns the bounds, which may be doubles that no float32 equals. */
export function fillColumn(
  column: ColumnCase,
  n: number,
  values: Float32Array,
  validity: Uint8Array,
): { lo: number; hi: number } {
  const next = seededRandom(column.seed);
  // Padding after row n is undefined, so it gets values and validity that could match.
  const padded = Math.min(values.length, Math.ceil(n / 128) * 128);
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let row = 0; row < padded; row++) {
    values[row] = drawnValue(column.values, next());
    if (Number.isNaN(values[row])) bits[row] = NAN_BITS[Math.floor(next() * NAN_BITS.length)];
  }
  for (let byte = 0; byte < padded >> 3; byte++) {
    const some = (next() * 256) | (next() * 256);
    validity[byte] = column.nulls === "none" ? 255 : column.nulls === "some" ? some : 0;
  }
  if (column.signs === "none") clearSigns(bits, validity, n);
  const pick = () =>
    column.bounds === "present" && n > 0 ? values[Math.floor(next() * n)] : drawnValue(column.values, next());
  return boundsOf(column.bounds, pick(), pick());
}

/** Clears the sign bit of every valid row; nulls and the padding keep theirs. */
function clearSigns(bits: Uint32Array, validity: Uint8Array, n: number): void {
  for (let row = 0; row < n; row++) {
    if (((validity[row >> 3] >> (row & 7)) & 1) === 1) bits[row] &= 0x7fffffff;
  }
}

function boundsOf(kind: ColumnCase["bounds"], a: number, b: number): { lo: number; hi: number } {
  if (kind === "open below") return { lo: Number.NEGATIVE_INFINITY, hi: b };
  if (kind === "open above") return { lo: a, hi: Number.POSITIVE_INFINITY };
  if (kind === "nan") return { lo: Number.NaN, hi: b };
  if (kind === "nan above") return { lo: a, hi: Number.NaN };
  return a > b === (kind === "reversed") ? { lo: a, hi: b } : { lo: b, hi: a };
}

/** The reference for every kernel: packed bits of the rows that match, ANDed into `mask`. */
export function referenceMask(
  mask: Uint8Array,
  values: Float32Array,
  valid: Uint8Array | undefined,
  n: number,
  lo: number,
  hi: number,
): void {
  for (let row = 0; row < mask.length * 8; row++) {
    const isValid = row < n && (valid === undefined || ((valid[row >> 3] >> (row & 7)) & 1) === 1);
    const matches = isValid && values[row] >= Math.fround(lo) && values[row] <= Math.fround(hi);
    if (!matches) mask[row >> 3] &= ~(1 << (row & 7));
  }
}

export function referenceCount(mask: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < mask.length * 8; row++) count += (mask[row >> 3] >> (row & 7)) & 1;
  return count;
}
