;; Filter kernels over one memory. Every address is a byte offset. plain-kernels.ts and count-bits.ts have the same
;; kernels as plain loops; a property test compares them bit for bit.

;; A mask holds one bit a row, LSB first (row i is byte i>>3, bit i&7), and owns ceil(n/128)*16 bytes.
;; Every function that writes a mask writes all of those bytes, and leaves zero in every bit past row n.
;; Values and validity are readable up to a multiple of 128 rows; the padding past row n may hold anything.
;; The two filters take $count >= 1 predicates at $list, write to $out the rows that satisfy all of them, and
;; return how many. $ands = 0 writes the mask; $ands = 1 narrows it, keeping only bits that were set.

(module
  (import "env" "memory" (memory 1 65536 shared))

  ;; A float predicate is 20 bytes: u32 values, u32 validity (0xffffffff = no nulls), u32 form, lo, hi. In form 0 the
  ;; bounds are f32. In form 1 they are i32, lo - 2^31 and hi - lo + 1 - 2^31 of the bounds' bits, for a column none of
  ;; whose values has its sign bit set: such bits are in the order of the values, with NaN above all.
  ;; A column at a time, so that its bounds stay in registers; later columns skip the rows that are already out.
  (func (export "filter_floats")
    (param $list i32) (param $count i32) (param $n i32) (param $out i32) (param $ands i32) (result i32)
    (local $last i32) (local $end i32)
    (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
    (local.set $last (i32.add (local.get $list) (i32.mul (local.get $count) (i32.const 20))))
    (local.set $end (i32.add (local.get $out) (call $mask_bytes (local.get $n))))
    (loop $predicates
      (if (i32.load offset=8 (local.get $list))
        (then (call $scan_bits (i32.load (local.get $list)) (i32.load offset=4 (local.get $list))
          (v128.load32_splat offset=12 (local.get $list)) (v128.load32_splat offset=16 (local.get $list))
          (local.get $out) (local.get $end) (local.get $ands)))
        (else (call $scan_floats (i32.load (local.get $list)) (i32.load offset=4 (local.get $list))
          (v128.load32_splat offset=12 (local.get $list)) (v128.load32_splat offset=16 (local.get $list))
          (local.get $out) (local.get $end) (local.get $ands))))
      (local.set $ands (i32.const 1))
      (br_if $predicates (i32.lt_u
        (local.tee $list (i32.add (local.get $list) (i32.const 20)))
        (local.get $last))))
    (call $clear_tail (local.get $out) (local.get $n))
    (call $count_bits (local.get $out) (local.get $n)))

  ;; $scan_floats and $scan_bits narrow the mask from $out to $end, or write it when $ands is 0, to the rows of a column
  ;; between its bounds; $count_bits counts a mask. There are two of each, one for each fold (src/generators/scan-text.ts).
  ;; @scans

  ;; The same over rank bitmaps (rank-bitmaps.ts). A predicate is 64 bytes: u32 values, u32 order, u32 bitmaps,
  ;; u32 ranked rows, u32 cut shift, f32 lo, f32 hi, 4 unused; the second half is this function's scratch.
  ;; Three passes: bounds to cuts, then all bitmaps, then the rows between cut and bound. The cuts lie outside the
  ;; bounds, so the last pass only clears bits, and clearing commutes with AND.
  (func (export "filter_bitmaps")
    (param $list i32) (param $count i32) (param $n i32) (param $out i32) (param $ands i32) (result i32)
    (local $at i32) (local $p i32) (local $end i32) (local $bytes i32) (local $rows v128)
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 6))))
    (local.set $bytes (call $mask_bytes (local.get $n)))
    (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
    (local.set $p (local.get $list))
    (loop $predicates
      (call $find_cuts (local.get $p) (local.get $bytes))
      (br_if $predicates (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 64))) (local.get $end))))
    (loop $blocks
      (local.set $rows (v128.const i64x2 -1 -1))
      (if (local.get $ands) (then
        (local.set $rows (v128.load (i32.add (local.get $out) (local.get $at))))))
      (local.set $p (local.get $list))
      (loop $predicates
        (local.set $rows (v128.andnot
          (v128.and (local.get $rows) (v128.load (i32.add (i32.load offset=32 (local.get $p)) (local.get $at))))
          (v128.load (i32.add (i32.load offset=36 (local.get $p)) (local.get $at)))))
        (br_if $predicates (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 64))) (local.get $end))))
      (v128.store (i32.add (local.get $out) (local.get $at)) (local.get $rows))
      (br_if $blocks (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
    (local.set $p (local.get $list))
    (loop $predicates
      (call $clear_rows (i32.load offset=40 (local.get $p)) (i32.load offset=44 (local.get $p)) (local.get $out))
      (call $clear_rows (i32.load offset=48 (local.get $p)) (i32.load offset=52 (local.get $p)) (local.get $out))
      (br_if $predicates (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 64))) (local.get $end))))
    (call $count_bits (local.get $out) (local.get $n)))

  ;; Fills the second half of the predicate at $p: u32 bitmap of the rows below the upper cut, u32 bitmap of the
  ;; rows below the lower cut, then start and end of the two stretches of $order between a cut and its bound.
  (func $find_cuts (param $p i32) (param $bytes i32)
    (local $first i32) (local $end i32) (local $shift i32) (local $order i32) (local $ranked i32) (local $bitmaps i32)
    (local $lower i32) (local $upper i32) (local $left i32) (local $half i32) (local $values i32)
    (local $last i32) (local $lo f32) (local $hi f32)
    (local.set $values (i32.load (local.get $p)))
    (local.set $order (i32.load offset=4 (local.get $p)))
    (local.set $bitmaps (i32.load offset=8 (local.get $p)))
    (local.set $ranked (i32.load offset=12 (local.get $p)))
    (local.set $shift (i32.load offset=16 (local.get $p)))
    (local.set $lo (f32.load offset=20 (local.get $p)))
    (local.set $hi (f32.load offset=24 (local.get $p)))
    ;; Both bounds are searched in one loop without a branch on the values: $first ranks are not >= lo, $end
    ;; ranks are <= hi, so a NaN bound gives an empty range. The last of the next $half ranks decides for all.
    (local.set $last (i32.sub (local.get $order) (i32.const 2)))
    (local.set $left (local.get $ranked))
    (loop $search
      (if (local.get $left) (then
        (local.set $half (i32.shr_u (i32.add (local.get $left) (i32.const 1)) (i32.const 1)))
        (local.set $first (select (local.get $first) (i32.add (local.get $first) (local.get $half)) (f32.ge
          (f32.load (i32.add (local.get $values) (i32.shl (i32.load16_u (i32.add (local.get $last)
            (i32.shl (i32.add (local.get $first) (local.get $half)) (i32.const 1)))) (i32.const 2))))
          (local.get $lo))))
        (local.set $end (select (i32.add (local.get $end) (local.get $half)) (local.get $end) (f32.le
          (f32.load (i32.add (local.get $values) (i32.shl (i32.load16_u (i32.add (local.get $last)
            (i32.shl (i32.add (local.get $end) (local.get $half)) (i32.const 1)))) (i32.const 2))))
          (local.get $hi))))
        (local.set $left (i32.sub (local.get $left) (local.get $half)))
        (br $search))))
    ;; An empty range is the range of no rank at 0: no bitmap, nothing to clear.
    (if (i32.le_u (local.get $end) (local.get $first)) (then
      (local.set $first (i32.const 0))
      (local.set $end (i32.const 0))))
    (local.set $lower (i32.shr_u (local.get $first) (local.get $shift)))
    (local.set $upper (i32.shr_u
      (i32.add (local.get $end) (i32.sub (i32.shl (i32.const 1) (local.get $shift)) (i32.const 1)))
      (local.get $shift)))
    (i32.store offset=32 (local.get $p) (i32.add (local.get $bitmaps) (i32.mul (local.get $upper) (local.get $bytes))))
    (i32.store offset=36 (local.get $p) (i32.add (local.get $bitmaps) (i32.mul (local.get $lower) (local.get $bytes))))
    (local.set $lower (i32.shl (local.get $lower) (local.get $shift)))
    (local.set $upper (i32.shl (local.get $upper) (local.get $shift)))
    ;; The last cut is after the last ranked row.
    (local.set $upper (select (local.get $upper) (local.get $ranked) (i32.lt_u (local.get $upper) (local.get $ranked))))
    (i32.store offset=40 (local.get $p) (i32.add (local.get $order) (i32.shl (local.get $lower) (i32.const 1))))
    (i32.store offset=44 (local.get $p) (i32.add (local.get $order) (i32.shl (local.get $first) (i32.const 1))))
    (i32.store offset=48 (local.get $p) (i32.add (local.get $order) (i32.shl (local.get $end) (i32.const 1))))
    (i32.store offset=52 (local.get $p) (i32.add (local.get $order) (i32.shl (local.get $upper) (i32.const 1)))))

  ;; Clears in $out the bit of each u16 row from $rows up to $end.
  (func $clear_rows (param $rows i32) (param $end i32) (param $out i32)
    (local $row i32) (local $at i32)
    (loop $each
      (if (i32.lt_u (local.get $rows) (local.get $end)) (then
        (local.set $row (i32.load16_u (local.get $rows)))
        (local.set $at (i32.add (local.get $out) (i32.shr_u (local.get $row) (i32.const 3))))
        (i32.store8 (local.get $at) (i32.and
          (i32.load8_u (local.get $at))
          (i32.rotl (i32.const -2) (i32.and (local.get $row) (i32.const 7)))))
        (local.set $rows (i32.add (local.get $rows) (i32.const 2)))
        (br $each)))))

  ;; Bytes that a mask of $n rows owns.
  (func $mask_bytes (param $n i32) (result i32)
    (i32.shl (i32.shr_u (i32.add (local.get $n) (i32.const 127)) (i32.const 7)) (i32.const 4)))

  ;; out = a AND b, whole masks of $n rows. $out may be $a or $b, here and below.
  (func (export "and_mask") (param $a i32) (param $b i32) (param $out i32) (param $n i32)
    (local $at i32) (local $end i32)
    (local.set $end (call $mask_bytes (local.get $n)))
    (loop $blocks
      (if (i32.lt_u (local.get $at) (local.get $end)) (then
        (v128.store (i32.add (local.get $out) (local.get $at)) (v128.and
          (v128.load (i32.add (local.get $a) (local.get $at)))
          (v128.load (i32.add (local.get $b) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks)))))

  ;; out = a OR b.
  (func (export "or_mask") (param $a i32) (param $b i32) (param $out i32) (param $n i32)
    (local $at i32) (local $end i32)
    (local.set $end (call $mask_bytes (local.get $n)))
    (loop $blocks
      (if (i32.lt_u (local.get $at) (local.get $end)) (then
        (v128.store (i32.add (local.get $out) (local.get $at)) (v128.or
          (v128.load (i32.add (local.get $a) (local.get $at)))
          (v128.load (i32.add (local.get $b) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks)))))

  ;; out = a AND NOT b.
  (func (export "and_not_mask") (param $a i32) (param $b i32) (param $out i32) (param $n i32)
    (local $at i32) (local $end i32)
    (local.set $end (call $mask_bytes (local.get $n)))
    (loop $blocks
      (if (i32.lt_u (local.get $at) (local.get $end)) (then
        (v128.store (i32.add (local.get $out) (local.get $at)) (v128.andnot
          (v128.load (i32.add (local.get $a) (local.get $at)))
          (v128.load (i32.add (local.get $b) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks)))))

  ;; out = NOT a for rows below n, zero past them.
  (func (export "complement_mask") (param $a i32) (param $out i32) (param $n i32)
    (local $at i32) (local $end i32)
    (local.set $end (call $mask_bytes (local.get $n)))
    (loop $blocks
      (if (i32.lt_u (local.get $at) (local.get $end)) (then
        (v128.store (i32.add (local.get $out) (local.get $at)) (v128.not
          (v128.load (i32.add (local.get $a) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $blocks))))
    (call $clear_tail (local.get $out) (local.get $n)))

  ;; Zeroes the bits past row n in the last 16 bytes of the mask at $out.
  (func $clear_tail (param $out i32) (param $n i32)
    (if (i32.eqz (i32.and (local.get $n) (i32.const 127))) (then (return)))
    (local.set $out (i32.add (local.get $out) (i32.shl (i32.shr_u (local.get $n) (i32.const 7)) (i32.const 4))))
    ;; The half that holds row n keeps its lowest n & 63 bits; if that is the lower half, the upper is zero.
    (if (i32.eqz (i32.and (local.get $n) (i32.const 64))) (then
      (i64.store offset=8 (local.get $out) (i64.const 0))))
    (local.set $out (i32.add (local.get $out) (i32.shr_u (i32.and (local.get $n) (i32.const 64)) (i32.const 3))))
    (i64.store (local.get $out) (i64.and (i64.load (local.get $out)) (i64.sub
      (i64.shl (i64.const 1) (i64.extend_i32_u (i32.and (local.get $n) (i32.const 63))))
      (i64.const 1))))))
