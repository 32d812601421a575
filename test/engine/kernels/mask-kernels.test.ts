import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { bytesFromWords, packedByteLength, wordsFromBytes } from "../../../src/engine/kernels/bit-bytes.ts";
import { countBits } from "../../../src/engine/kernels/count-bits.ts";
import { gather, gatherUnderMask } from "../../../src/engine/kernels/gather.ts";
import { maskByteLength } from "../../../src/engine/kernels/memory-layout.ts";
import { selectBits } from "../../../src/engine/kernels/select-bits.ts";
import { seededRandom } from "../../support/run/seeded-random.ts";
import { caseCount, rowCount } from "./column-cases.ts";
import { createKernelBench } from "./kernel-memory.ts";

const bench = createKernelBench();
let cases = 0;

const maskCase = fc.record({ n: rowCount, seed: fc.nat(), density: fc.constantFrom(0, 0.01, 0.5, 1) });

/** n random booleans, the plain form of a mask. */
function booleansOf(n: number, seed: number, density: number): boolean[] {
  const next = seededRandom(seed);
  return Array.from({ length: n }, () => next() < density);
}

/** Whole-mask bytes of booleans, padding included. */
function maskOf(bits: boolean[]): Uint8Array {
  const bytes = new Uint8Array(maskByteLength(bits.length));
  bits.forEach((bit, row) => {
    if (bit) bytes[row >> 3] |= 1 << (row & 7);
  });
  return bytes;
}

afterAll(() => console.log(`masks: ${cases} cases`));

describe("andMask, orMask, andNotMask, complementMask and countBits", () => {
  it("do to bits what the operators do to booleans, and leave the tail zero", () => {
    fc.assert(
      fc.property(maskCase, fc.nat(), ({ n, seed, density }, otherSeed) => {
        cases++;
        const a = booleansOf(n, seed, density);
        const b = booleansOf(n, otherSeed, 0.5);
        const size = maskByteLength(n);
        for (const kernels of bench.kernels) {
          const [first, second, out] = bench.masks;
          bench.maskBytes(0, size).set(maskOf(a));
          bench.maskBytes(1, size).set(maskOf(b));
          const result = bench.maskBytes(2, size);
          const check = (expected: (row: number) => boolean) => {
            const bits = a.map((_, row) => expected(row));
            expect(Buffer.compare(result, maskOf(bits))).toBe(0);
            expect(kernels.countBits(out, n)).toBe(bits.filter(Boolean).length);
            result.fill(0xa5);
          };
          kernels.andMask(first, second, out, n);
          check((row) => a[row] && b[row]);
          kernels.orMask(first, second, out, n);
          check((row) => a[row] || b[row]);
          kernels.andNotMask(first, second, out, n);
          check((row) => a[row] && !b[row]);
          kernels.complementMask(first, out, n);
          check((row) => !a[row]);
          kernels.andMask(first, second, first, n);
          expect(Buffer.compare(bench.maskBytes(0, size), maskOf(a.map((bit, row) => bit && b[row])))).toBe(
            0,
          );
        }
      }),
      { numRuns: caseCount(300) },
    );
  });
});

describe("bytesFromWords and wordsFromBytes", () => {
  it("are each other's inverse over exactly ceil(n/8) bytes, LSB first", () => {
    fc.assert(
      fc.property(maskCase, ({ n, seed, density }) => {
        cases++;
        const bits = booleansOf(n, seed, density);
        const bytes = maskOf(bits).slice(0, packedByteLength(n));
        const words = new Uint32Array((n + 31) >>> 5).fill(0xa5a5a5a5);
        wordsFromBytes(bytes, n, words);
        expect(bits.every((bit, row) => (((words[row >>> 5] >>> (row & 31)) & 1) === 1) === bit)).toBe(true);
        expect(countBits(words, n)).toBe(bits.filter(Boolean).length);
        const back = new Uint8Array(bytes.length + 1).fill(0xa5);
        bytesFromWords(words, n, back);
        expect(Buffer.compare(back.subarray(0, bytes.length), bytes)).toBe(0);
        expect(back[bytes.length]).toBe(0xa5);
      }),
      { numRuns: caseCount(300) },
    );
  });

  it("drops bits past n, so that a stranger's spare bits do not count", () => {
    const words = new Uint32Array(1);
    wordsFromBytes(Uint8Array.of(0xff), 3, words);
    expect(words[0]).toBe(0b111);
  });
});

describe("selectBits, gather and gatherUnderMask", () => {
  it("give the positions of set bits and the values there, nulls and NaN left out under a mask", () => {
    fc.assert(
      fc.property(maskCase, ({ n, seed, density }) => {
        cases++;
        const bits = booleansOf(n, seed, density);
        const words = new Uint32Array((n + 31) >>> 5);
        wordsFromBytes(maskOf(bits), n, words);
        const valid = booleansOf(n, seed + 1, 0.8);
        const next = seededRandom(seed);
        const values = Float32Array.from({ length: n }, () => (next() < 0.1 ? Number.NaN : next()));
        const positions = new Uint32Array(n);
        const count = selectBits(words, n, positions);
        const expected = bits.flatMap((bit, row) => (bit ? [row] : []));
        expect([...positions.subarray(0, count)]).toEqual(expected);

        const found = new Float32Array(n);
        gather(values, positions, count, found);
        expect([...found.subarray(0, count)]).toEqual(expected.map((row) => values[row]));

        const kept = gatherUnderMask(values, maskOf(valid), words, n, found);
        const present = expected.filter((row) => valid[row] && !Number.isNaN(values[row]));
        expect([...found.subarray(0, kept)]).toEqual(present.map((row) => values[row]));
        const keptWithoutNulls = gatherUnderMask(values, undefined, words, n, found);
        expect(keptWithoutNulls).toBe(expected.filter((row) => !Number.isNaN(values[row])).length);
      }),
      { numRuns: caseCount(300) },
    );
  });
});
