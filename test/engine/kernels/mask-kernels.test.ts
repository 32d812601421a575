import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { countBits } from "../../../src/engine/kernels/count-bits.ts";
import { maskByteLength } from "../../../src/engine/kernels/memory-layout.ts";
import { selectBits } from "../../../src/engine/kernels/select-bits.ts";
import { seededRandom } from "../../support/run/seeded-random.ts";
import { caseCount, rowCount } from "./column-cases.ts";
import { createKernelBench } from "./kernel-memory.ts";

const bench = createKernelBench();
let cases = 0;

const maskCase = fc.record({ n: rowCount, seed: fc.nat(), density: fc.constantFrom(0, 0.01, 0.5, 1) });

function booleansOf(n: number, seed: number, density: number): boolean[] {
  const next = seededRandom(seed);
  return Array.from({ length: n }, () => next() < density);
}

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

describe("selectBits and countBits", () => {
  it("give the positions of set bits, ascending, and how many there are", () => {
    fc.assert(
      fc.property(maskCase, ({ n, seed, density }) => {
        cases++;
        const bits = booleansOf(n, seed, density);
        const words = new Uint32Array(maskOf(bits).buffer);
        const positions = new Uint32Array(n);
        const count = selectBits(words, n, positions);
        const expected = bits.flatMap((bit, row) => (bit ? [row] : []));
        expect([...positions.subarray(0, count)]).toEqual(expected);
        expect(countBits(words, n)).toBe(expected.length);
      }),
      { numRuns: caseCount(300) },
    );
  });
});
