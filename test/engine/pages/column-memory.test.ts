import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ColumnFrame } from "../../../src/engine/columns/column-frame.ts";
import { PageStore } from "../../../src/engine/pages/page-store.ts";
import { PAGES_FOLDER } from "../../../src/snapshot/manifest/manifest.ts";
import { framePages } from "../../../src/snapshot/pages/frame-pages.ts";
import { PAGES_SUFFIX } from "../../../src/snapshot/pages/page-format.ts";
import { writePages } from "../../../src/snapshot/pages/write-pages.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { removeDirectory } from "../../support/run/remove-directory.ts";

const READER = new URL("../../support/run/column-worker.ts", import.meta.url);
const SET = "some_columns";

async function written(columns: Readonly<Record<string, readonly number[]>>): Promise<string> {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, PAGES_FOLDER));
  const { documents } = framePages({
    name: SET,
    queries: {},
    columns: () => [
      ...Object.entries(columns).map(([name, numbers]) => ({ name, numbers: Float64Array.from(numbers) })),
      { name: "texts", texts: ["one", "two"] },
    ],
  });
  await writePages(fileOf(directory), documents(undefined as never, { sources: [], synthetic: true }));
  return directory;
}

const fileOf = (directory: string) => join(directory, PAGES_FOLDER, `${SET}${PAGES_SUFFIX}`);

const valuesOf = (pages: PageStore, name: string) => {
  const column = new ColumnFrame(pages, SET).numbers(name);
  return Array.from({ length: column.length }, (_, place) => column.at(place));
};

describe("columns that threads share", () => {
  it("hold what was written, of every type, whoever reads them first", async () => {
    // Element types of one to eight bytes, and lengths that end anywhere within a word.
    const number = fc.oneof(fc.nat(200), fc.nat(60_000), fc.nat(4_000_000_000), fc.double({ noNaN: true }));
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string({ minLength: 1 }), fc.array(number, { maxLength: 40 }), { maxKeys: 8 }),
        async (columns) => {
          const directory = await written(columns);
          const own = PageStore.open(directory, [SET]);
          own.shareColumns([SET, "no_such_set"]);
          const other = PageStore.fromPosted(own.posted());
          const alone = PageStore.open(directory, [SET]);
          for (const [i, [name, values]] of Object.entries(columns).entries()) {
            const readers = i % 2 === 0 ? [own, other, alone] : [other, own, alone];
            for (const pages of readers) expect(valuesOf(pages, name)).toEqual(values);
          }
          // The store that opened the files is closed last.
          for (const pages of [other, own, alone]) {
            expect(new ColumnFrame(pages, SET).texts("texts")).toEqual(["one", "two"]);
            expect(() => valuesOf(pages, "no such column")).toThrow(
              'column "no such column" of "some_columns" is missing',
            );
            expect(() => valuesOf(pages, "texts")).toThrow("holds texts, not numbers");
            pages.close();
          }
          await removeDirectory(directory);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("lie in one memory of the thread that opened the file, which another reads and no file any more", async () => {
    const directory = await written({ a: [7, 8, 9], b: [1.5] });
    const own = PageStore.open(directory, [SET]);
    own.shareColumns([SET]);
    const posted = own.posted();
    const [first, second] = [1, 2].map(
      (n) => new Worker(READER, { workerData: { posted, set: SET, column: "a", written: 100 * n } }),
    );
    await Promise.all([once(first, "message"), once(second, "message")]);
    first.postMessage("read");
    expect((await once(first, "message"))[0]).toEqual([7, 8, 9]);
    // With the file overwritten, the others can only have what the first read.
    const bytes = await readFile(fileOf(directory));
    await writeFile(fileOf(directory), bytes.fill(0));
    second.postMessage("read");
    expect((await once(second, "message"))[0]).toEqual([100, 8, 9]);
    const { raw } = new ColumnFrame(own, SET).numbers("a");
    expect(Array.from(raw)).toEqual([200, 8, 9]);
    expect(raw.buffer).toBe(posted.get(SET)!.columns);
    expect(() => valuesOf(own, "b")).toThrow("is damaged at page");
    await Promise.all([first.terminate(), second.terminate()]);
    own.close();
  });

  it("are not there when a bit of their page is flipped, wherever it is, and nobody else's then", async () => {
    const directory = await written({ a: [7, 8, 900] });
    const path = fileOf(directory);
    const bytes = await readFile(path);
    const own = PageStore.open(directory, [SET]);
    own.shareColumns([SET]);
    const index = new Uint32Array(own.posted().get(SET)!.index);
    const count = index.length / 4;
    const places = Array.from({ length: count }, (_, i) => [index[2 * count + i] * 8, index[3 * count + i]]);
    const [start, length] = places.find(([at, size]) => bytes.subarray(at, at + size).includes('"u16"'))!;
    for (let at = start; at < start + length; at++) {
      const damaged = Buffer.from(bytes);
      damaged[at] ^= 1 << (at % 8);
      await writeFile(path, damaged);
      expect(() => valuesOf(own, "a"), `byte ${at - start}`).toThrow("is damaged at page");
    }
    await writeFile(path, bytes);
    const other = PageStore.fromPosted(own.posted());
    expect(valuesOf(other, "a")).toEqual([7, 8, 900]);
    own.close();
    other.close();
  });

  it("are each thread's own where nobody said that they are shared", async () => {
    const directory = await written({ a: [7] });
    const own = PageStore.open(directory, [SET]);
    const other = PageStore.fromPosted(own.posted());
    const columns = [own, other].map((pages) => new ColumnFrame(pages, SET).numbers("a"));
    expect(columns[0].raw.buffer).not.toBe(columns[1].raw.buffer);
    expect(own.posted().get(SET)!.columns).toBeUndefined();
    own.close();
    other.close();
  });
});
