import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCurrent, openPinned } from "../../src/snapshot/store/open.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { listFiles } from "../../src/snapshot/store/verify.ts";
import { writeSmallSnapshot } from "../support/country/small-snapshot.ts";
import { failureOf, temporaryMemoryDirectory } from "../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { inForm } from "../support/run/test-form.ts";

const FLIPS = inForm({ short: 40, deep: 200, long: 2000 });

describe("openCurrent", () => {
  it("finds every flipped bit, names the file, and leaves the previous snapshot open to use", async () => {
    const random = seededRandom(runSeed("bit rot"));
    const dataDir = await temporaryMemoryDirectory();
    const [first, second] = [await temporaryMemoryDirectory(), await temporaryMemoryDirectory()];
    const previous = await writeSmallSnapshot(first, 1);
    await writeSmallSnapshot(second, 2);
    await publishSnapshot(first, dataDir);
    const { directory } = await publishSnapshot(second, dataDir);
    const files = await listFiles(directory);
    const flipsByFile: Record<string, number> = {};
    let detected = 0;
    for (let flip = 0; flip < FLIPS; flip++) {
      const file = files[Math.floor(random() * files.length)];
      const path = join(directory, file);
      const bytes = await readFile(path);
      const [at, bit] = [Math.floor(random() * bytes.byteLength), Math.floor(random() * 8)];
      const damaged = Buffer.from(bytes);
      damaged[at] ^= 1 << bit;
      await writeFile(path, damaged);
      const error = await failureOf(openCurrent(dataDir));
      expect(error, `bit ${bit} of byte ${at} of ${file}`).toMatchObject({ code: "bad_snapshot" });
      expect(error?.message).toContain(file);
      detected++;
      flipsByFile[file] = (flipsByFile[file] ?? 0) + 1;
      const served = await openPinned(dataDir, previous.snapshotId);
      expect(served.manifest).toEqual(previous);
      await served.pin.release();
      await writeFile(path, bytes);
    }
    console.log(`bit rot: ${detected} of ${FLIPS} flips detected: ${JSON.stringify(flipsByFile)}`);
    expect(Object.keys(flipsByFile).sort()).toEqual(files);
    const mended = await openCurrent(dataDir);
    await mended.pin.release();
  }, 900_000);
});
