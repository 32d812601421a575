;; Filter kernels over one shared memory. Every address is a byte offset. Plain twins: range-mask.ts,
;; and-mask.ts, count-bits.ts and plain-kernels.ts; a property test compares them bit for bit.

;; A mask holds one bit a row, LSB first (row i is byte i>>3, bit i&7), and owns ceil(n/128)*16 bytes.
;; Every function that writes a mask writes all of those bytes, and leaves zero in every bit past row n.
;; Values and validity are readable up to a multiple of 128 rows; what lies past row n is free.
;; The two filters take $count >= 1 predicates at $list, write to $out the rows that satisfy all of them, and
;; return how many. $ands = 0 writes the mask; $ands = 1 narrows it, keeping only bits that were set.

(module
  (import "env" "memory" (memory 1 65536 shared))

  ;; How a block of 128 compares becomes 128 bits: each -1 byte keeps only the bit of its place (1, 2, 4 .. 128),
  ;; then three rounds of "even bytes OR odd bytes" fold every eight bytes into one. An unzipping shuffle is one
  ;; instruction on arm64 where i8x16.bitmask is six, and the bits never leave the vector registers: 1.37 us for
  ;; 4,600 rows against 1.92 us. Folding as soon as two vectors are ready keeps four live, so nothing spills.

  ;; A float predicate is 16 bytes: u32 values, u32 validity (0xffffffff = no nulls), f32 lo, f32 hi.
  ;; A block stops at the first predicate that leaves no row, and is skipped if it had none to narrow.
  (func (export "filter_floats")
    (param $list i32) (param $count i32) (param $n i32) (param $out i32) (param $ands i32) (result i32)
    (local $byte i32) (local $p i32) (local $end i32) (local $at i32) (local $rows v128) (local $place v128)
    (local $v v128) (local $lo v128) (local $hi v128) (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (if (i32.eqz (local.get $n)) (then (return (i32.const 0))))
    (local.set $end (i32.add (local.get $list) (i32.shl (local.get $count) (i32.const 4))))
    (local.set $place (v128.const i8x16 1 2 4 8 16 32 64 128 1 2 4 8 16 32 64 128))
    (loop $blocks
      (local.set $rows (v128.const i64x2 -1 -1))
      (local.set $p (local.get $list))
      (block $empty
        (if (local.get $ands) (then
          (local.set $rows (v128.load (i32.add (local.get $out) (local.get $byte))))
          (br_if $empty (i32.eqz (v128.any_true (local.get $rows))))))
        (loop $predicates
          (local.set $at (i32.load offset=4 (local.get $p)))
          (if (i32.ne (local.get $at) (i32.const -1)) (then
            (local.set $rows (v128.and (local.get $rows) (v128.load (i32.add (local.get $at) (local.get $byte)))))))
          (local.set $at (i32.add (i32.load (local.get $p)) (i32.shl (local.get $byte) (i32.const 5))))
          (local.set $lo (v128.load32_splat offset=8 (local.get $p)))
          (local.set $hi (v128.load32_splat offset=12 (local.get $p)))
          ;; Four rows a compare (both false for NaN), unzipped to 16-bit, then 8-bit lanes: 16 rows a vector.
          (local.set $a (v128.and (local.get $place) (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=0 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=16 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi))))
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=32 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=48 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))))))
          (local.set $b (v128.and (local.get $place) (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=64 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=80 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi))))
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=96 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=112 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))))))
          (local.set $a (v128.or
            (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $a) (local.get $b))
            (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $a) (local.get $b))))
          (local.set $c (v128.and (local.get $place) (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=128 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=144 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi))))
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=160 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=176 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))))))
          (local.set $d (v128.and (local.get $place) (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=192 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=208 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi))))
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=224 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=240 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))))))
          (local.set $c (v128.or
            (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $c) (local.get $d))
            (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $c) (local.get $d))))
          (local.set $a (v128.or
            (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $a) (local.get $c))
            (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $a) (local.get $c))))
          (local.set $b (v128.and (local.get $place) (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=256 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=272 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi))))
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=288 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=304 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))))))
          (local.set $c (v128.and (local.get $place) (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=320 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=336 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi))))
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=352 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=368 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))))))
          (local.set $b (v128.or
            (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $b) (local.get $c))
            (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $b) (local.get $c))))
          (local.set $c (v128.and (local.get $place) (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=384 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=400 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi))))
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=416 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=432 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))))))
          (local.set $d (v128.and (local.get $place) (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=448 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=464 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi))))
            (i8x16.shuffle 0 1 4 5 8 9 12 13 16 17 20 21 24 25 28 29
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=480 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))
              (v128.and (f32x4.ge (local.tee $v (v128.load offset=496 (local.get $at))) (local.get $lo)) (f32x4.le (local.get $v) (local.get $hi)))))))
          (local.set $c (v128.or
            (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $c) (local.get $d))
            (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $c) (local.get $d))))
          (local.set $b (v128.or
            (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $b) (local.get $c))
            (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $b) (local.get $c))))
          (local.set $a (v128.or
            (i8x16.shuffle 0 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30 (local.get $a) (local.get $b))
            (i8x16.shuffle 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29 31 (local.get $a) (local.get $b))))
          (local.set $rows (v128.and (local.get $rows) (local.get $a)))
          (if (i32.lt_u (local.tee $p (i32.add (local.get $p) (i32.const 16))) (local.get $end)) (then
            (br_if $predicates (v128.any_true (local.get $rows)))))))
      (v128.store (i32.add (local.get $out) (local.get $byte)) (local.get $rows))
      (br_if $blocks (i32.lt_u
        (local.tee $byte (i32.add (local.get $byte) (i32.const 16)))
        (call $mask_bytes (local.get $n)))))
    (call $clear_tail (local.get $out) (local.get $n))
    (call $count_bits (local.get $out) (local.get $n)))

  ;; The same over rank bitmaps (rank-bitmaps.ts). A predicate is 64 bytes: u32 values, u32 order, u32 bitmaps,
  ;; u32 ranked rows, u32 cut shift, f32 lo, f32 hi, 4 unused; the second half is this function's own.
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
    ;; The last cut stands after the last ranked row.
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

  ;; How many bytes a mask of $n rows owns.
  (func $mask_bytes (param $n i32) (result i32)
    (i32.shl (i32.shr_u (i32.add (local.get $n) (i32.const 127)) (i32.const 7)) (i32.const 4)))

  ;; How many bits are set in the mask of $n rows at $at: bits a byte, summed pairwise into 32-bit lanes.
  (func $count_bits (export "count_bits") (param $at i32) (param $n i32) (result i32)
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
      (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))

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
