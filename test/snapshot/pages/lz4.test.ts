import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BlockPacker, unpackBlock } from "../../../src/snapshot/pages/lz4.ts";
import { testSeed } from "../../support/run/seeded-random.ts";

/** Repetitive and random strings, some longer than the maximum distance of a match. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom("price", "suburb ", "\0\0\0\0\0\0\0\0", "a"),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc
        .tuple(fc.constantFrom("xyz", "."), fc.integer({ min: 1, max: 40_000 }))
        .map(([one, n]) => one.repeat(n)),
    ),
    { maxLength: 40 },
  )
  .map((words) => Buffer.from(words.join("")));

function unpacked(packed: Uint8Array, dictionary: Buffer, length: number): Buffer | undefined {
  const room = Buffer.alloc(length);
  return unpackBlock(packed, dictionary, room) ? room : undefined;
}

describe("BlockPacker", () => {
  it("packs blocks that unpack to the same bytes, with and without a dictionary, each alone", () => {
    fc.assert(
      fc.property(text, fc.array(text, { minLength: 1, maxLength: 5 }), (dictionary, blocks) => {
        const packer = new BlockPacker(dictionary);
        const packed = blocks.map((block) => Buffer.from(packer.pack(block)));
        blocks.forEach((block, i) => {
          expect(unpacked(packed[i], dictionary, block.byteLength)).toEqual(block);
          // Earlier blocks do not affect the output.
          expect(Buffer.from(new BlockPacker(dictionary).pack(block))).toEqual(packed[i]);
        });
      }),
      { numRuns: 60, seed: testSeed() },
    );
  });

  it("takes a few bytes for what the dictionary has", () => {
    const dictionary = Buffer.from(Array.from({ length: 2000 }, (_, i) => `line ${i * 7919} `).join(""));
    const block = dictionary.subarray(5000, 12_000);
    expect(new BlockPacker(dictionary).pack(block).byteLength).toBeLessThan(100);
    expect(new BlockPacker().pack(block).byteLength).toBeGreaterThan(1000);
  });
});

describe("unpackBlock", () => {
  it("refuses or fills exactly the room, whatever the bytes are", () => {
    fc.assert(
      fc.property(text, text, fc.nat(300), fc.nat(), fc.nat(255), (dictionary, block, more, at, byte) => {
        const packed = Buffer.from(new BlockPacker(dictionary).pack(block));
        if (packed.byteLength > 0) packed[at % packed.byteLength] = byte;
        const guarded = Buffer.alloc(block.byteLength + more + 16, 0xee);
        unpackBlock(packed, dictionary, guarded.subarray(0, block.byteLength + more));
        expect(guarded.subarray(-16)).toEqual(Buffer.alloc(16, 0xee));
      }),
      { numRuns: 200, seed: testSeed() },
    );
  });

  it("unpacks the example of the block format: literals, a match that overlaps itself, and last literals", () => {
    // Token 1 literal + match of 4 + 15 + 1, offset 1; then 5 literals.
    const packed = Buffer.from([0x1f, 0x61, 0x01, 0x00, 0x01, 0x50, 0x62, 0x63, 0x64, 0x65, 0x66]);
    expect(unpacked(packed, Buffer.alloc(0), 26)?.toString()).toBe(`${"a".repeat(21)}bcdef`);
  });
});
