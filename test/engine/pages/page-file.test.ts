import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PageFile } from "../../../src/engine/pages/page-file.ts";
import { ALWAYS } from "../../../src/snapshot/pages/page-format.ts";
import { type PageDocument, writePages } from "../../../src/snapshot/pages/write-pages.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { isDeepRun } from "../../support/run/test-form.ts";

/** Repetitive bytes and random bytes. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .array(fc.constantFrom("median price ", "suburb ", "of the state, ", "0123456789"), { maxLength: 60 })
    .map((words) => new Uint8Array(Buffer.from(words.join("")))),
);
/** Parts that many elements share, some of them as copies. */
const part = fc.oneof(
  fc.constantFrom(...["what most of them have ".repeat(20), "some", ""].map((text) => Buffer.from(text))),
  fc.constantFrom("licence", "some").map((text) => Buffer.from(text)),
);
const element = fc.record({
  binary: bytes,
  shared: fc.option(fc.array(part, { maxLength: 3 }), { nil: undefined }),
  from: fc.option(fc.nat(1000), { nil: undefined }),
  until: fc.option(fc.integer({ min: 1000, max: 2000 }), { nil: undefined }),
});
const documents = fc.uniqueArray(
  fc.record({
    key: fc.string({ unit: "binary", maxLength: 40 }),
    elements: fc.array(element, { maxLength: 6 }),
    isMapped: fc.boolean(),
  }),
  { selector: ({ key }) => key, maxLength: 200 },
);

async function written(given: readonly PageDocument[]): Promise<string> {
  const path = join(await temporaryDirectory(), "some.pages");
  expect(await writePages(path, given)).toBe(given.length);
  return path;
}

describe("PageFile", () => {
  it("gives every element of every key as it was written, in any order of writing, and nothing for other keys", async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.array(fc.string()), async (given, others) => {
        const pages = PageFile.open(await written(given));
        try {
          expect(pages.count).toBe(given.length);
          for (const { key, elements } of given) {
            const page = pages.find(key)!;
            expect(page.key).toBe(key);
            expect(page.count).toBe(elements.length);
            for (const [i, { binary, shared = [], from = 0, until = ALWAYS }] of elements.entries()) {
              expect(Buffer.from(page.binary(i))).toEqual(Buffer.concat([binary, ...shared]));
              expect([page.from(i), page.until(i)]).toEqual([from, until]);
            }
            const shown = elements.flatMap(({ from = 0, until = ALWAYS }, i) =>
              from <= 500 && 500 < until ? [i] : [],
            );
            expect(page.shownFor(500, 3)).toEqual(shown.slice(0, 3));
          }
          for (const key of others.filter((other) => !given.some((one) => one.key === other))) {
            expect(pages.find(key)).toBeUndefined();
          }
          expect(Array.from(pages.all(), ({ key }) => key).sort()).toEqual(
            given.map(({ key }) => key).sort(),
          );
        } finally {
          pages.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("has the same bytes for the same documents", async () => {
    const given = Array.from({ length: 500 }, (_, i) => ({
      key: `key ${i}`,
      elements: [{ binary: Buffer.from(`document ${i}`) }],
    }));
    expect(await readFile(await written(given))).toEqual(await readFile(await written(given)));
  });

  it("shares its index and its descriptor with other threads, also when its path is gone", async () => {
    const path = await written([{ key: "a", elements: [{ binary: Buffer.from("x") }] }]);
    const own = PageFile.open(path);
    await rm(path);
    const posted = PageFile.fromPosted(own.posted());
    expect(Buffer.from(posted.find("a")!.binary(0)).toString()).toBe("x");
    posted.close();
    expect(() => posted.find("a")).toThrow("the snapshot is closed");
    // The descriptor is closed by the file that opened it.
    expect(Buffer.from(own.find("a")!.binary(0)).toString()).toBe("x");
    own.close();
    expect(() => own.find("a")).toThrow("the snapshot is closed");
  });

  it("stores once what pages share, notices a flipped bit in it, and refuses a table that reaches outside", async () => {
    const shared = [
      Buffer.from("where every figure is from, ".repeat(300)),
      Buffer.from("and what is absent"),
    ];
    const given = Array.from({ length: 50 }, (_, i) => ({
      key: `key ${i}`,
      isMapped: true,
      elements: [{ binary: Buffer.from(`${i}`), shared: shared.map((part) => Buffer.from(part)) }],
    }));
    const path = await written(given);
    const bytes = await readFile(path);
    expect(bytes.byteLength).toBeLessThan(2 * shared[0].byteLength);
    const pages = PageFile.open(path);
    const { index } = pages.posted();
    const starts = Array.from(new Uint32Array(index, 8 * given.length, given.length), (units) => 8 * units);
    pages.close();
    const first = Math.min(...starts);
    const readDamaged = async (change: (damaged: Buffer) => void) => {
      const damaged = Buffer.from(bytes);
      change(damaged);
      await writeFile(path, damaged);
      const opened = PageFile.open(path);
      try {
        opened.find(given[starts.indexOf(first)].key);
        for (const _ of opened.all());
      } finally {
        opened.close();
      }
    };
    const bad = expect.objectContaining({ code: "bad_snapshot" });
    // Stored uncompressed: number of parts, then for each its start, position and length.
    expect(bytes.readUInt32LE(first + 4)).toBe(0x8000_0000);
    const partStart = 8 * bytes.readUInt32LE(first + 16);
    for (let at = partStart; at < partStart + bytes.readUInt32LE(first + 20); at++) {
      const flip = (damaged: Buffer) => {
        damaged[at] ^= 1 << (at % 8);
      };
      await expect(readDamaged(flip), `byte ${at}`).rejects.toThrow(bad);
    }
    const pageEnd = starts.filter((start) => start > first).sort((a, b) => a - b)[0];
    for (const place of [8, 12, 16, 20]) {
      for (const length of [pageEnd - first, pageEnd - first - 4]) {
        const change = (damaged: Buffer) => {
          damaged.writeUInt32LE(0xffff_fff0, first + place);
          damaged.writeUInt32LE(crc32(damaged.subarray(first + 4, first + length)), first);
        };
        await expect(readDamaged(change), `${place}`).rejects.toThrow(bad);
      }
    }
  });

  it("notices a flipped bit anywhere: in the head and index when it opens, in a page when that is read", async () => {
    const given = Array.from({ length: 20 }, (_, i) => ({
      key: `key ${i}`,
      // Some compressed, some stored.
      elements: [{ binary: Buffer.from(`document ${i} `.repeat(1 + (i % 4) * 5)) }],
    }));
    const path = await written(given);
    const bytes = await readFile(path);
    const padding = paddingOf(bytes.byteLength, given.length, path);
    for (let at = 0; at < bytes.byteLength; at += isDeepRun ? 1 : 7) {
      if (isUnused(at) || padding.has(at)) continue;
      const damaged = Buffer.from(bytes);
      damaged[at] ^= 1 << (at % 8);
      await writeFile(path, damaged);
      const read = () => {
        const pages = PageFile.open(path);
        try {
          const found = given.filter(({ key }) => pages.find(key) !== undefined);
          if (found.length < given.length) throw new Error("a key is gone");
        } finally {
          pages.close();
        }
      };
      expect(read, `byte ${at}`).toThrow(/some\.pages|a key is gone/);
    }
  });
});

it("refuses an index that names bytes outside the pages, before anybody reserves memory for them", async () => {
  const path = await written([
    { key: "a", elements: [{ binary: Buffer.from("x") }] },
    { key: "b", elements: [{ binary: Buffer.from("y") }] },
  ]);
  const bytes = await readFile(path);
  const indexPosition = Number(bytes.readBigUInt64LE(24));
  const [positions, lengths] = [indexPosition + 16, indexPosition + 24];
  const faults: [number, number][] = [
    [lengths, 0xffff_ffff],
    [lengths + 4, indexPosition],
    [lengths, 0],
    [positions, 0],
    [positions + 4, indexPosition / 8],
  ];
  for (const [at, value] of faults) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt32LE(value, at);
    damaged.writeUInt32LE(crc32(damaged.subarray(indexPosition)), 16);
    await writeFile(path, damaged);
    expect(() => PageFile.open(path), `${value} at ${at}`).toThrow(
      expect.objectContaining({ code: "bad_snapshot" }),
    );
  }
});

it("refuses a page that unpacks to another length than it says, or reaches outside, without reserving that much", async () => {
  const given = [{ key: "a", elements: [{ binary: Buffer.from("one after the other ".repeat(40)) }] }];
  const path = await written(given);
  const bytes = await readFile(path);
  const start = 64 + bytes.readUInt32LE(20) + ((8 - (bytes.readUInt32LE(20) % 8)) % 8);
  const length = bytes.readUInt32LE(bytes.byteLength - 4);
  const unpacked = bytes.readUInt32LE(start + 4);
  expect(unpacked).toBeGreaterThan(length);
  for (const [at, value] of [
    ...[0xffff_ffff, unpacked - 1, unpacked + 1, 1].map((said) => [4, said]),
    ...Array.from({ length: length - 12 }, (_, i) => [8 + i, 0xffff_ffff]),
  ]) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt32LE(value, start + at);
    damaged.writeUInt32LE(crc32(damaged.subarray(start + 4, start + length)), start);
    await writeFile(path, damaged);
    const pages = PageFile.open(path);
    const read = () => pages.find("a");
    if (at === 4) expect(read, `${value}`).toThrow(expect.objectContaining({ code: "bad_snapshot" }));
    else {
      // Changed literals give another page, and a changed key is not found; nothing else may happen.
      try {
        read();
      } catch (error) {
        expect(error).toMatchObject({ code: "bad_snapshot" });
      }
    }
    pages.close();
  }
});

/** Bytes of the header that no reader uses. */
const isUnused = (at: number) => at >= 32 && at < 64;

/** Offsets between pages, or before the first, that belong to no page. */
function paddingOf(fileBytes: number, count: number, path: string): Set<number> {
  const pages = PageFile.open(path);
  const { dictionary, index: shared } = pages.posted();
  const index = new Uint32Array(shared);
  pages.close();
  const used = new Set(Array.from({ length: dictionary.byteLength }, (_, i) => 64 + i));
  for (let i = 0; i < count; i++) {
    const start = index[2 * count + i] * 8;
    for (let at = start; at < start + index[3 * count + i]; at++) used.add(at);
  }
  const padding = new Set<number>();
  for (let at = 64; at < fileBytes - count * 16; at++) if (!used.has(at)) padding.add(at);
  return padding;
}
