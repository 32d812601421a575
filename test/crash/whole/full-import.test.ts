import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { figureOf } from "../../support/data/read-small-dataset.ts";
import { writeSmallDataset } from "../../support/data/write-small-dataset.ts";
import { failureOf } from "../../support/run/fixtures.ts";
import { fillDisk, smallDisk } from "../../support/run/small-disk.ts";

describe("an import onto a full disk", () => {
  it("leaves the dataset as it was, whole, and says so, wherever the disk ends", async (context) => {
    const disk = await smallDisk(2048);
    if (disk === undefined) return context.skip("mounting a tmpfs is not permitted for this user");
    const out = join(disk, "australia");
    await writeSmallDataset(out, 100);
    const messages = new Set<string>();
    let refusals = 0;
    for (let blocks = 0, isDone = false; !isDone; blocks++) {
      const filler = await fillDisk(disk, blocks);
      const error = await failureOf(writeSmallDataset(out, 200));
      await rm(filler);
      isDone = error === undefined;
      expect(await readdir(disk)).toEqual(["australia"]);
      expect(await figureOf(out), `${blocks} blocks free`).toBe(isDone ? 200 : 100);
      if (error === undefined) continue;
      refusals++;
      messages.add(error.message);
      expect(error).toMatchObject({
        code: "io_failure",
        message: expect.stringMatching(/the disk is full; it is unchanged$|no space left on device/),
      });
      expect(error.message).toContain(disk);
    }
    console.log(`full disk: ${refusals} imports refused: ${[...messages].join("; ")}`);
    expect(refusals).toBeGreaterThan(5);
  });
});
