import { appendFile, mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { asking } from "../support/country/ask-country.ts";
import { copyCountry, copySecondCountry } from "../support/country/copy-country.ts";
import { eventually, opened, sharedDirectory } from "../support/run/fixtures.ts";
import { startServer } from "../support/run/run-terrace.ts";
import { smallDisk } from "../support/run/small-disk.ts";
import { isDeepRun, someOf } from "../support/run/test-form.ts";

const MEMORY_ONLY = /no temporary file can be made \(see TMPDIR\); the tables stay in memory, whole/;
/** Files of rows, which come from the tables in the temporary file. */
const FILES = ["suburbs/AU.csv", "addresses/VIC.csv?window=365", "index/AU.csv"];

const root = sharedDirectory("full");
const other = opened(() => copySecondCountry(root));

async function answers(url: string) {
  const all = await Promise.all(FILES.map((file) => asking({ url }).get(`/v1/drops/${file}`)));
  expect(all.map(({ status }) => status)).toEqual(FILES.map(() => 200));
  const bodies = await Promise.all(all.map((answer) => answer.text()));
  for (const body of bodies) expect(body.length).toBeGreaterThan(100);
  return { id: all[0].headers.get("x-terrace-snapshot"), bodies };
}

/** Serves a copy of the shared country with its own TMPDIR, until the running test ends. */
async function serveWith(TMPDIR: string) {
  const dataDir = join(await mkdtemp(join(root, "copy-")), "data");
  await copyCountry(dataDir);
  return { dataDir, ...(await startServer(["--data-dir", dataDir], { TMPDIR })) };
}

/** Fills a disk; the running server's compile cache may take some of it first. */
async function fill(disk: string): Promise<string> {
  const filler = join(disk, "filler");
  const full = appendFile(filler, Buffer.alloc((await statfs(disk)).bavail * 4096 + 4096));
  await expect(full).rejects.toMatchObject({ code: "ENOSPC" });
  return filler;
}

describe("a server with a full temporary folder", () => {
  // Full at once, and full after some of the tables.
  it.for(someOf([16, 2048, 4096], 1))(
    "starts with %i kB, says that its tables stay in memory, and answers the same",
    async (kilobytes, context) => {
      const disk = await smallDisk(kilobytes);
      if (disk === undefined) return context.skip("mounting a tmpfs is not permitted for this user");
      const full = await serveWith(disk);
      const usual = await serveWith(tmpdir());
      expect((await answers(full.url)).bodies).toEqual((await answers(usual.url)).bodies);
      const [said, unsaid] = [await full.stop(), await usual.stop()];
      expect([said.exitCode, unsaid.exitCode]).toEqual([0, 0]);
      expect(said.stdout).toMatch(MEMORY_ONLY);
      expect(unsaid.stdout).not.toMatch(MEMORY_ONLY);
    },
  );

  it.runIf(isDeepRun)("swaps all the same, and uses a file again once there is room", async (context) => {
    const disk = await smallDisk(65_536);
    if (disk === undefined) return context.skip("mounting a tmpfs is not permitted for this user");
    const { dataDir, url, stop } = await serveWith(disk);
    const oldId = (await readFile(join(dataDir, "CURRENT"), "utf8")).trim();
    // The first file loads the tables of the served snapshot.
    expect((await answers(url)).id).toBe(oldId);
    const filler = await fill(disk);
    await publishSnapshot(other.directory, dataDir);
    await eventually(async () => expect((await answers(url)).id).toBe(other.snapshotId));
    await rm(filler);
    await publishSnapshot(join(dataDir, "snapshots", oldId), dataDir);
    await eventually(async () => expect((await answers(url)).id).toBe(oldId));
    const { stdout, exitCode } = await stop();
    expect(exitCode).toBe(0);
    expect(stdout.match(new RegExp(MEMORY_ONLY, "g"))).toHaveLength(1);
  });
});
