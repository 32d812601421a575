import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildPageSet } from "../../../src/snapshot/pages/build-page-set.ts";
import { pageThreads } from "../../../src/snapshot/pages/page-threads.ts";
import { openBuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { ENDLESS, FAILING, loadPageSets } from "../../support/data/odd-page-sets.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

const MODULE = new URL("../../support/data/odd-page-sets.ts", import.meta.url);
const context = { sources: [], synthetic: true };

async function setUp(count: number) {
  const directory = await temporaryDirectory();
  const db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 200, tempDirectory: directory });
  const threads = pageThreads(count, MODULE);
  onTestFinished(async () => {
    await threads.close();
    db.close();
  });
  return { directory, db, threads };
}

describe("pageThreads", () => {
  it("writes the bytes that this thread writes, however many threads there are", async () => {
    const { directory, db, threads } = await setUp(2);
    const sets = (await loadPageSets()).filter((set) => set !== FAILING && set !== ENDLESS);
    const written = async (own?: typeof threads) => {
      const files = sets.map(async (set) => {
        const path = join(directory, `${set.name}.pages`);
        const scratch = join(directory, `rows ${set.name}`);
        const count = await buildPageSet(db, set, { path, scratch, context, threads: own });
        const bytes = await readFile(path);
        await rm(path);
        return { count, bytes };
      });
      return Promise.all(files);
    };
    const expected = await written();
    expect(expected.map(({ count }) => count)).toEqual(sets.map((_, i) => 100 * (i + 1)));
    expect(await written(threads)).toEqual(expected);
  });

  it("names the set that fails, keeps the error's code, and writes other sets after it", async () => {
    const { directory, db, threads } = await setUp(1);
    const build = (set: typeof FAILING) =>
      buildPageSet(db, set, {
        path: join(directory, `${set.name}.pages`),
        scratch: join(directory, "rows"),
        context,
        threads,
      });
    await expect(build(FAILING)).rejects.toMatchObject({
      code: "bad_dataset",
      message: 'pages "failing": row 1 is odd',
    });
    expect(await build((await loadPageSets())[0])).toBe(100);
  });

  it("ends a set in progress when the signal fires", async () => {
    const { directory, db, threads } = await setUp(1);
    const controller = new AbortController();
    const ended = expect(
      buildPageSet(db, ENDLESS, {
        path: join(directory, "endless.pages"),
        scratch: join(directory, "rows"),
        context,
        threads,
        signal: controller.signal,
      }),
    ).rejects.toMatchObject({ code: "canceled" });
    controller.abort();
    await ended;
  });
});
