import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaultMemoryMb, isQuick, isSmall } from "../../../src/snapshot/build/small-dataset.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

describe("defaultMemoryMb", () => {
  it("is the same for most datasets, more for gigabytes, and bounded", async () => {
    const folder = await temporaryDirectory();
    expect(await defaultMemoryMb(join(folder, "nowhere"))).toBe(600);
    const file = join(folder, "events.csv");
    await writeFile(file, "");
    for (const [bytes, memoryMb] of [
      [0, 600],
      [2 ** 30, 600],
      [2 * 2 ** 30, 1024],
      [64 * 2 ** 30, 2000],
    ]) {
      // The file has holes: it takes no room on the disk.
      await truncate(file, bytes);
      expect([bytes, await defaultMemoryMb(folder), await isSmall(folder)]).toEqual([
        bytes,
        memoryMb,
        bytes === 0,
      ]);
    }
  });
});

describe("isQuick", () => {
  it("weighs Parquet by the rows in it, not by its bytes", async () => {
    const folder = await temporaryDirectory();
    expect(await isQuick(join(folder, "nowhere"))).toBe(true);
    for (const [name, isFew] of [
      ["events.csv", true],
      ["events.parquet", false],
    ] as const) {
      await writeFile(join(folder, name), "");
      await truncate(join(folder, name), 10 * 2 ** 20);
      expect([name, await isQuick(folder), await isSmall(folder)]).toEqual([name, isFew, true]);
    }
  });
});
