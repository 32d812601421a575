import type { Fold } from "../engine/kernels/wasm/simd-support.ts";

/** How values are compared: as float32, or by their bits as integers. */
type Compare = "floats" | "bits";

/** The functions of filter.wat that depend on the fold: $scan_floats, $scan_bits and $count_bits. */
export function scanText(fold: Fold): string {
  return fold === "narrow"
    ? [narrowScan("floats"), narrowScan("bits"), COUNT_WORDS].join("\n")
    : [shuffleScan("floats"), shuffleScan("bits"), COUNT_VECTORS].join("\n");
}

/**
 * Sets each of four lanes to -1 if its row (four from `offset` on) is in the range. Compared as floats, NaN
 * never matches. Compared as bits, v is in range when v - lo < hi - lo + 1, unsigned; both sides are reduced
 * by 2^31 to make the compare signed, which is one instruction on every processor.
 */
function compare(kind: Compare, offset: number): string {
  const load = `(v128.load offset=${offset} (local.get $values))`;
  return kind === "floats"
    ? `(v128.and (f32x4.ge (local.tee $v ${load}) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))`
    : `(i32x4.gt_s (local.get $hi) (i32x4.sub ${load} (local.get $lo)))`;
}

/** Head of a scan: parameters are the column, its bounds in every lane, and the mask from $out up to $end. */
function head(name: string, locals: string): string {
  return `(func $scan_${name} (param $values i32) (param $validity i32) (param $lo v128) (param $hi v128)
    (param $out i32) (param $end i32) (param $ands i32)
    (local $v v128) ${locals}`;
}

/**
 * 64 rows per step: lanes are narrowed to 16, then to 8 bits, and their sign bits are extracted as 16 bits of
 * a word. Each is one instruction on x64, where a shuffle of two vectors is three: half the time of the other
 * fold. A step whose mask is already 0 reads no values. There is one loop per kind of column and mask, since
 * tests inside the loop would cost 5 %.
 */
function narrowScan(kind: Compare): string {
  const sixteen = (offset: number) => {
    const pair = (at: number) => `(i16x8.narrow_i32x4_s ${compare(kind, at)} ${compare(kind, at + 16)})`;
    return `(i8x16.bitmask (i8x16.narrow_i16x8_s ${pair(offset)} ${pair(offset + 32)}))`;
  };
  const half = (offset: number) =>
    `(i64.extend_i32_u (i32.or ${sixteen(offset)} (i32.shl ${sixteen(offset + 64)} (i32.const 16))))`;
  const found = `(i64.or ${half(0)} (i64.shl ${half(128)} (i64.const 32)))`;
  const loop = (name: string, rows: string, hasNulls: boolean) => `(loop ${name}
      (local.set $rows ${rows})
      (if (i64.ne (local.get $rows) (i64.const 0)) (then
        (local.set $rows (i64.and (local.get $rows) ${found}))))
      (i64.store (local.get $out) (local.get $rows))
      (local.set $values (i32.add (local.get $values) (i32.const 256)))
      ${hasNulls ? "(local.set $validity (i32.add (local.get $validity) (i32.const 8)))" : ""}
      (local.set $out (i32.add (local.get $out) (i32.const 8)))
      (br_if ${name} (i32.lt_u (local.get $out) (local.get $end))))`;
  const old = "(i64.load (local.get $out))";
  const valid = "(i64.load (local.get $validity))";
  return `${head(kind, "(local $rows i64)")}
    (if (i32.ne (local.get $validity) (i32.const -1))
      (then (if (local.get $ands)
        (then ${loop("$narrow_valid", `(i64.and ${old} ${valid})`, true)})
        (else ${loop("$write_valid", valid, true)})))
      (else (if (local.get $ands)
        (then ${loop("$narrow_all", old, false)})
        (else ${loop("$write_all", "(i64.const -1)", false)})))))`;
}

const EVEN_BYTES = "i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30";
const ODD_BYTES = "i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31";
const EVEN_PAIRS = "i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29";

/**
 * 128 rows per step: lanes are unzipped to 16, then to 8 bits, each -1 byte is masked to the bit of its
 * position (1, 2, 4 .. 128), and three rounds of "even bytes OR odd bytes" fold every eight bytes into one.
 * An unzipping shuffle is one instruction on arm64 where i8x16.bitmask is six, and the bits never leave the
 * vector registers: 1.37 us for 4,600 rows against 1.92 us. Folding as soon as two vectors are ready keeps
 * four live, so nothing spills.
 */
function shuffleScan(kind: Compare): string {
  /** 16 rows as one byte per row, masked to the bit of its position. */
  const sixteen = (offset: number) => {
    const pair = (at: number) => `(${EVEN_PAIRS} ${compare(kind, at)} ${compare(kind, at + 16)})`;
    return `(v128.and (local.get $place) (${EVEN_BYTES} ${pair(offset)} ${pair(offset + 32)}))`;
  };
  /** Sets vector `level` to the fold of 16 << level rows from `offset` on. */
  const fold = (level: number, offset: number): string => {
    if (level === 0) return `(local.set $a ${sixteen(offset)})`;
    const [low, high] = [NAMES[level - 1], NAMES[level]];
    return [
      fold(level - 1, offset),
      `(local.set ${high} (local.get ${low}))`,
      fold(level - 1, offset + (32 << level)),
      `(local.set ${high} (v128.or
        (${EVEN_BYTES} (local.get ${high}) (local.get ${low}))
        (${ODD_BYTES} (local.get ${high}) (local.get ${low}))))`,
    ].join("\n");
  };
  return `${head(kind, "(local $rows v128) (local $place v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128)")}
    (local.set $place (v128.const i8x16 1 2 4 8 16 32 64 128 1 2 4 8 16 32 64 128))
    (loop $steps
      (local.set $rows (v128.const i64x2 -1 -1))
      (if (local.get $ands) (then (local.set $rows (v128.load (local.get $out)))))
      (if (i32.ne (local.get $validity) (i32.const -1)) (then
        (local.set $rows (v128.and (local.get $rows) (v128.load (local.get $validity))))
        (local.set $validity (i32.add (local.get $validity) (i32.const 16)))))
      (if (v128.any_true (local.get $rows)) (then
        ${fold(3, 0)}
        (local.set $rows (v128.and (local.get $rows) (local.get $d)))))
      (v128.store (local.get $out) (local.get $rows))
      (local.set $values (i32.add (local.get $values) (i32.const 512)))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (br_if $steps (i32.lt_u (local.get $out) (local.get $end)))))`;
}

const NAMES = ["$a", "$b", "$c", "$d"];

/** Counts the bits set in the mask of $n rows at $at, a word at a time. */
const COUNT_WORDS = `(func $count_bits (export "count_bits") (param $at i32) (param $n i32) (result i32)
    (local $end i32) (local $sum i64)
    (local.set $end (i32.add (local.get $at) (call $mask_bytes (local.get $n))))
    (loop $words
      (if (i32.lt_u (local.get $at) (local.get $end)) (then
        (local.set $sum (i64.add (local.get $sum) (i64.add
          (i64.popcnt (i64.load (local.get $at)))
          (i64.popcnt (i64.load offset=8 (local.get $at))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $words))))
    (i32.wrap_i64 (local.get $sum)))`;

/** The same with per-byte counts summed pairwise into 32-bit lanes: arm64 counts bits only in vectors. */
const COUNT_VECTORS = `(func $count_bits (export "count_bits") (param $at i32) (param $n i32) (result i32)
    (local $end i32) (local $sum v128)
    (local.set $end (i32.add (local.get $at) (call $mask_bytes (local.get $n))))
    (loop $blocks
      (if (i32.lt_u (local.get $at) (local.get $end)) (then
        (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_u
          (i16x8.extadd_pairwise_i8x16_u (i8x16.popcnt (v128.load (local.get $at)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks))))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))`;
