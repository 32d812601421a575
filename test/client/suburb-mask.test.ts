import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bitPositions,
  countBits,
  IndexVersionError,
  maskBytes,
  notBits,
  SuburbMask,
} from "../../src/client.ts";

/** A size and two sets of positions below it: the reference for two masks. */
const twoSets = fc.integer({ min: 0, max: 200 }).chain((size) => {
  const set = size === 0 ? fc.constant([]) : fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }));
  return fc.tuple(fc.constant(size), set, set);
});
const range = (size: number) => Array.from({ length: size }, (_, i) => i);

describe("SuburbMask", () => {
  it("does and, or, not, count, positions, has and iteration as sets do", () => {
    fc.assert(
      fc.property(twoSets, ([size, first, second]) => {
        const [a, b] = [SuburbMask.of("v", size, first), SuburbMask.of("v", size, second)];
        const [setA, setB] = [new Set(first), new Set(second)];
        expect([...a.and(b)]).toEqual(range(size).filter((i) => setA.has(i) && setB.has(i)));
        expect([...a.or(b)]).toEqual(range(size).filter((i) => setA.has(i) || setB.has(i)));
        expect([...a.not()]).toEqual(range(size).filter((i) => !setA.has(i)));
        expect(a.count).toBe(setA.size);
        expect([...a.positions()]).toEqual(first.toSorted((x, y) => x - y));
        expect(range(size).filter((i) => a.has(i))).toEqual([...a]);
        expect(a.equals(b)).toBe([...a].join() === [...b].join());
        expect(a.not().not().equals(a)).toBe(true);
      }),
    );
  });

  it("keeps the tail zero when the size is not a multiple of 8", () => {
    fc.assert(
      fc.property(twoSets, ([size, positions]) => {
        const inverted = SuburbMask.of("v", size, positions).not();
        expect(inverted.bytes).toHaveLength(maskBytes(size));
        expect(countBits(inverted.bytes)).toBe(size - positions.length);
        for (const position of bitPositions(inverted.bytes)) expect(position).toBeLessThan(size);
        expect(notBits(new Uint8Array(maskBytes(size)), size)).toEqual(
          SuburbMask.of("v", size, range(size)).bytes,
        );
      }),
    );
  });

  it("puts position i into byte i >> 3, bit i & 7", () => {
    expect([...SuburbMask.of("v", 17, [0, 9, 16]).bytes]).toEqual([0b1, 0b10, 0b1]);
    expect(SuburbMask.of("v", 17, [0]).has(17)).toBe(false);
    expect(SuburbMask.of("v", 17, [0]).has(-1)).toBe(false);
  });

  it("refuses a mask of another index version, by name", () => {
    const [a, b] = [SuburbMask.of("v1-aaa", 9, [1]), SuburbMask.of("v1-bbb", 9, [1])];
    for (const combine of [() => a.and(b), () => a.or(b), () => a.equals(b)]) {
      expect(combine).toThrow(IndexVersionError);
      expect(combine).toThrow(
        'the other mask belongs to index version "v1-bbb", not to "v1-aaa"; fetch it again',
      );
    }
  });

  it("refuses bytes and positions that do not fit", () => {
    expect(() => new SuburbMask("v", 17, new Uint8Array(2))).toThrow(
      "a mask over 17 suburbs has 3 bytes, this one has 2",
    );
    for (const position of [-1, 17, 0.5]) {
      expect(() => SuburbMask.of("v", 17, [position])).toThrow(
        `position ${position} is not a whole number from 0 to 16`,
      );
    }
  });
});
