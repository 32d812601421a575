import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NODE_FILES } from "../../../src/snapshot/files/file-operations.ts";
import { inWorld } from "../../../src/snapshot/files/outside-world.ts";
import { pinForReading, pinnedSnapshots, pinSnapshot } from "../../../src/snapshot/store/leases.ts";
import { claimStaging } from "../../../src/snapshot/store/staging.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { systemError, watchedFiles } from "../../support/run/watched-files.ts";

const ID = "2026-11-13-0123456789ab";

/** File operations that cannot create files. */
const failing = (code: string) => ({
  files: {
    ...NODE_FILES,
    createText: async () => {
      throw systemError(code);
    },
  },
});

describe("a claim", () => {
  it("is removed in the world that it was made in, wherever it is released", async () => {
    const dataDir = await temporaryDirectory();
    const removed: string[] = [];
    const files = watchedFiles({
      before: ({ operation, paths }) => void (operation === "remove" && removed.push(paths[0])),
    });
    const [slot, pin] = await inWorld({ files }, async () => [
      await claimStaging(dataDir, "build"),
      await pinSnapshot(dataDir, ID),
    ]);
    await slot.release();
    await pin.release();
    const own = `${slot.directory}.json`;
    expect(removed).toEqual([slot.directory, own, expect.stringMatching(`pin-${ID}\\.json$`)]);
  });
});

describe("pinForReading", () => {
  it("holds a snapshot until it is released", async () => {
    const dataDir = await temporaryDirectory();
    const pin = await pinForReading(dataDir, ID);
    expect([pin.isHeld, await pinnedSnapshots(dataDir)]).toEqual([true, [ID]]);
    await pin.release();
    expect(await pinnedSnapshots(dataDir)).toEqual([]);
  });

  it.each(["EROFS", "EACCES", "EPERM", "ENOSPC", "EDQUOT"])("reads without a hold at %s", async (code) => {
    const dataDir = await temporaryDirectory();
    const pin = await inWorld(failing(code), () => pinForReading(dataDir, ID));
    expect([pin.isHeld, await pinnedSnapshots(dataDir)]).toEqual([false, []]);
    await pin.release();
  });

  it("does not read where the disk fails, or what is not a snapshot", async () => {
    const dataDir = await temporaryDirectory();
    await expect(inWorld(failing("EIO"), () => pinForReading(dataDir, ID))).rejects.toThrow("EIO");
    await expect(pinForReading(dataDir, "../elsewhere")).rejects.toThrow(
      '"../elsewhere" is not a snapshot id',
    );
  });
});

describe("pinnedSnapshots", () => {
  it("leaves nothing of the look at the clock of the files when that fails", async () => {
    const dataDir = await temporaryDirectory();
    const leases = join(dataDir, "leases");
    await mkdir(leases, { recursive: true });
    // Of another host: only the time of its last heartbeat shows whether it is alive.
    const elsewhere = `0123456789ab-7-0123456789ab-pin-${ID}.json`;
    await writeFile(join(leases, elsewhere), "{}");
    const files = watchedFiles({
      before: ({ operation, paths }) => {
        if (operation === "describe" && paths[0].endsWith("-clock.json")) throw systemError("EIO");
      },
    });
    expect(await inWorld({ files }, () => pinnedSnapshots(dataDir))).toEqual([ID]);
    expect(await readdir(leases)).toEqual([elsewhere]);
  });
});
