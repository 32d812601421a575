import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildSnapshot } from "../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { removeLeftovers } from "../../src/snapshot/store/staging.ts";
import { generateSyntheticDataset } from "../../src/synthetic/generate.ts";
import { openSnapshot } from "../support/country/open-snapshot.ts";
import { writeSmallSnapshot } from "../support/country/small-snapshot.ts";
import { failureOf, temporaryDirectory } from "../support/run/fixtures.ts";
import { smallDisk } from "../support/run/small-disk.ts";
import { isDeepRun } from "../support/run/test-form.ts";

/** KiB: full at once, full while loading, full while computing. */
const TOO_SMALL = [256, 4096, 16_384];
const BIG_ENOUGH = 524_288;
const DISK_KILOBYTES = isDeepRun ? [...TOO_SMALL, BIG_ENOUGH] : [4096];

describe("buildSnapshot", () => {
  it("says that the disk is full, leaves nothing behind, and the current snapshot still opens", async (context) => {
    const dataset = await temporaryDirectory();
    await generateSyntheticDataset({ dir: dataset, seed: 1, scale: 0.02 });
    const made = await temporaryDirectory();
    const current = await writeSmallSnapshot(made, 1);
    const messages = new Map<number, string>();
    for (const kilobytes of DISK_KILOBYTES) {
      const disk = await smallDisk(kilobytes);
      if (disk === undefined) return context.skip("mounting a tmpfs is not permitted for this user");
      const dataDir = join(disk, "data");
      await publishSnapshot(made, dataDir);
      const before = (await statfs(disk)).bfree;
      const building = buildSnapshot({ datasetDir: dataset, dataDir });
      const error = await failureOf(building.then((built) => built.discard()));
      expect(await readdir(join(dataDir, "staging"))).toEqual([]);
      expect((await openSnapshot(dataDir)).manifest).toEqual(current);
      if (error === undefined) continue;
      // Only an empty list of rejected rows and empty folders may remain.
      expect((await statfs(disk)).bfree).toBeGreaterThan(before - 8);
      messages.set(kilobytes, error.message);
      expect(error).toMatchObject({
        code: "io_failure",
        message: expect.stringMatching(
          /^the disk that holds ".*" is full \(.+\); free some space .* untouched$/,
        ),
      });
    }
    const places = Array.from(
      messages,
      ([kilobytes, text]) => `${kilobytes} kB: ${/\((.*?)\)/.exec(text)?.[1]}`,
    );
    console.log(`full disk: ${messages.size} builds failed (${places.join("; ")})`);
    expect([...messages.keys()]).toEqual(DISK_KILOBYTES.filter((kilobytes) => kilobytes !== BIG_ENOUGH));
  });
});

describe("publishSnapshot", () => {
  it("leaves the old snapshot current when the disk fills up while it copies the new one", async (context) => {
    const disk = await smallDisk(64);
    if (disk === undefined) return context.skip("mounting a tmpfs is not permitted for this user");
    const dataDir = join(disk, "data");
    let current: string | undefined;
    for (let number = 1; ; number++) {
      const made = await temporaryDirectory();
      const { snapshotId } = await writeSmallSnapshot(made, number);
      const error = await failureOf(publishSnapshot(made, dataDir));
      if (error === undefined) {
        current = snapshotId;
        continue;
      }
      console.log(`full disk: publication ${number} failed: ${error.message}`);
      expect(error).toMatchObject({
        code: "io_failure",
        message: `cannot publish snapshot ${snapshotId}: the disk is full; CURRENT still names ${current}`,
      });
      break;
    }
    expect((await openSnapshot(dataDir)).manifest.snapshotId).toBe(current);
    expect(await readdir(join(dataDir, "staging"))).toEqual([]);
    expect(await removeLeftovers(dataDir)).toEqual([]);
  });
});
