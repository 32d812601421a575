import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, rename, rm, stat, statfs, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, inject, it } from "vitest";
import type { Serving } from "../../src/server/start/start-serving.ts";
import { dataDirectory } from "../../src/snapshot/store/data-directory.ts";
import { openCurrent } from "../../src/snapshot/store/open.ts";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { retainSnapshots } from "../../src/snapshot/store/retain.ts";
import { listFiles } from "../../src/snapshot/store/verify.ts";
import { copyCountry, copySecondCountry } from "../support/country/copy-country.ts";
import { openSnapshot } from "../support/country/open-snapshot.ts";
import { serveForTest } from "../support/country/serve-for-test.ts";
import { sharedCountry } from "../support/country/shared-country.ts";
import { learnTruth, startCallers, type Truth } from "../support/country/steady-callers.ts";
import { eventually, sharedDirectory } from "../support/run/fixtures.ts";
import { removeDirectory } from "../support/run/remove-directory.ts";
import { startTerrace } from "../support/run/run-terrace.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { smallDisk } from "../support/run/small-disk.ts";
import { inForm, isDeepRun, isLongRun } from "../support/run/test-form.ts";

const LOOP = resolve(import.meta.dirname, "republish-loop.ts");
const PUBLISH_KILLS = inForm({ short: 2, deep: 10, long: 200 });
const BUILD_KILLS = inForm({ short: 1, deep: 3, long: 60 });
/** Long enough for a kill to hit any step of a publication. */
const MAX_PUBLISH_MS = 800;
const CALLERS = isLongRun ? 8 : 2;

const root = sharedDirectory("faults");
let other: Awaited<ReturnType<typeof copySecondCountry>>;
let first: { readonly directory: string; readonly snapshotId: string };
const truth: Truth = new Map();
beforeAll(async () => {
  other = await copySecondCountry(root);
  const { directory, manifest } = await openSnapshot(inject("country").dataDir);
  first = { directory, snapshotId: manifest.snapshotId };
});

/** A server over a data directory, with `truth` filled for both snapshots. */
async function serveBoth(dataDir: string): Promise<Serving> {
  const serving = await serveForTest(dataDir);
  for (const one of [other, first]) {
    await publishSnapshot(one.directory, dataDir);
    await serving.check();
    expect(await learnTruth(serving.url, truth)).toBe(one.snapshotId);
  }
  return serving;
}

async function isHealthy(url: string): Promise<boolean> {
  const document = (await (await fetch(`${url}/api/health`)).json()) as { status: string };
  return document.status === "healthy";
}

describe("a server under load", () => {
  it("answers every call from a whole snapshot while publishing processes are killed", async () => {
    const random = seededRandom(runSeed("kill -9 of publish under load"));
    const dataDir = join(root, "publish");
    await copyCountry(dataDir);
    const serving = await serveBoth(dataDir);
    const callers = startCallers(serving.url, truth, CALLERS);
    const figures = { kills: 0, published: 0, unreadable: 0 };
    while (figures.kills < PUBLISH_KILLS) {
      const child = spawn(process.execPath, [LOOP, dataDir, other.directory, first.directory], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const closed = once(child, "close");
      expect((await lines.next()).value).toBe("ready");
      // Some are killed in their first publication, some in a later one, on machines of any speed.
      for (let publications = Math.floor(random() * 3); publications > 0; publications--) {
        expect((await lines.next()).done).toBe(false);
        figures.published++;
      }
      await setTimeout(random() * MAX_PUBLISH_MS);
      child.kill("SIGKILL");
      for (let line = await lines.next(); !line.done; line = await lines.next()) figures.published++;
      await closed;
      figures.kills++;
      await openCurrent(dataDir).then(
        (opened) => opened.pin.release(),
        () => figures.unreadable++,
      );
    }
    const { leftovers } = await retainSnapshots(dataDir, 1);
    const current = (await openSnapshot(dataDir)).manifest.snapshotId;
    await eventually(() => expect(serving.engine.manifest.snapshotId).toBe(current));
    // Responses come from a new snapshot slightly before health reports it; check() updates both.
    await serving.check();
    expect(await isHealthy(serving.url)).toBe(true);
    await callers.stop();
    console.log(
      `kill -9 of publish under load: ${JSON.stringify(figures)}, ${leftovers.length} leftovers removed, ` +
        `${callers.counted.calls} calls, 0 wrong`,
    );
    expect(figures).toMatchObject({ kills: PUBLISH_KILLS, unreadable: 0 });
    expect(figures.published).toBeGreaterThan(0);
    expect(await readdir(join(dataDir, "staging"))).toEqual([]);
  }, 1_800_000);

  it.runIf(isDeepRun)(
    "answers on while builds are killed, and the next build removes what they left",
    async () => {
      const random = seededRandom(runSeed("kill -9 of build under load"));
      const dataDir = join(root, "build");
      await copyCountry(dataDir);
      const serving = await serveBoth(dataDir);
      const third = await sharedCountry(3, 0.004);
      const build = () =>
        startTerrace(["snapshot", "build", third.datasetDir, "--publish", "--data-dir", dataDir]);
      // A build that finishes before its kill publishes a third country, so the callers must know its
      // responses. The time it took is long enough for a kill to hit any step of the others.
      const longestBuildMs = third.build!.cpuSeconds * 1000;
      await publishSnapshot((await openSnapshot(third.dataDir)).directory, dataDir);
      await serving.check();
      const thirdId = await learnTruth(serving.url, truth);
      await publishSnapshot(first.directory, dataDir);
      await serving.check();
      await removeDirectory(join(dataDir, "snapshots", thirdId));
      const callers = startCallers(serving.url, truth, CALLERS);
      const figures = { kills: 0, finished: 0, slots: 0 };
      for (let builds = 0; figures.kills < BUILD_KILLS && builds < 10 * BUILD_KILLS; builds++) {
        // Without cache, which would leave little to kill; the last build finds the cache of a killed one.
        await removeDirectory(dataDirectory(dataDir).kept);
        const building = build();
        // By the first line of progress, the staging slot exists.
        await eventually(async () => {
          const staged = (await readdir(join(dataDir, "staging"))).filter((name) => name.endsWith("-build"));
          expect(staged.length + Number(building.child.exitCode !== null)).toBeGreaterThan(0);
        });
        await setTimeout(random() * longestBuildMs);
        building.child.kill("SIGKILL");
        // A build that finishes before its kill is not counted as killed.
        if ((await building.finished).exitCode === 0) figures.finished++;
        else figures.kills++;
        figures.slots = Math.max(figures.slots, (await readdir(join(dataDir, "staging"))).length);
        const opened = await openCurrent(dataDir);
        await opened.pin.release();
      }
      expect(figures.kills).toBe(BUILD_KILLS);
      const last = await build().finished;
      expect(last.exitCode).toBe(0);
      expect(await readdir(join(dataDir, "staging"))).toEqual([]);
      await eventually(() => expect(serving.engine.manifest.snapshotId).toBe(thirdId));
      await callers.stop();
      console.log(
        `kill -9 of build under load: ${JSON.stringify(figures)}, ${callers.counted.calls} calls, 0 wrong, then built`,
      );
      // The slots of one build and of its publication, with their claims: each build removed the previous
      // leftovers.
      expect(figures.slots).toBeLessThanOrEqual(4);
    },
    3_600_000,
  );
});

describe("a server on a full disk", () => {
  it.runIf(isDeepRun)(
    "answers on when a publication finds no room, and serves the next one that does",
    async (context) => {
      // Enough for both snapshots, but not with a filler.
      const disk = await smallDisk(await kilobytesFor(first, other));
      if (disk === undefined) return context.skip("mounting a tmpfs is not permitted for this user");
      const dataDir = join(disk, "data");
      await publishSnapshot(first.directory, dataDir);
      const serving = await serveForTest(dataDir);
      await learnTruth(serving.url, truth);
      const callers = startCallers(serving.url, truth, CALLERS);
      const filler = await fill(disk);
      const refused = publishSnapshot(other.directory, dataDir);
      await expect(refused).rejects.toThrow(`the disk is full; CURRENT still names ${first.snapshotId}`);
      await serving.check();
      expect([serving.engine.manifest.snapshotId, await isHealthy(serving.url)]).toEqual([
        first.snapshotId,
        true,
      ]);
      await callers.stop();
      await rm(filler);
      await publishSnapshot(other.directory, dataDir);
      await eventually(() => expect(serving.engine.manifest.snapshotId).toBe(other.snapshotId));
      console.log(`full disk while serving: ${callers.counted.calls} calls, 0 wrong`);
    },
  );

  it("starts and swaps without room for a lease", async (context) => {
    const disk = await smallDisk(await kilobytesFor(first, other));
    if (disk === undefined) return context.skip("mounting a tmpfs is not permitted for this user");
    const dataDir = join(disk, "data");
    await publishSnapshot(first.directory, dataDir);
    await cp(other.directory, join(dataDir, "snapshots", other.snapshotId), { recursive: true });
    await writeFile(join(dataDir, "CURRENT.next"), `${other.snapshotId}\n`);
    await fill(disk);
    const serving = await serveForTest(dataDir);
    expect(await learnTruth(serving.url, truth)).toBe(first.snapshotId);
    await rename(join(dataDir, "CURRENT.next"), join(dataDir, "CURRENT"));
    await eventually(() => expect(serving.engine.manifest.snapshotId).toBe(other.snapshotId));
    expect(await isHealthy(serving.url)).toBe(true);
    await learnTruth(serving.url, truth);
  });
});

/** Space for snapshots and for one more copy of each, in whole blocks. */
async function kilobytesFor(...snapshots: readonly { readonly directory: string }[]): Promise<number> {
  let kilobytes = 256;
  for (const { directory } of snapshots) {
    for (const path of await listFiles(directory)) {
      kilobytes += 2 * (Math.ceil((await stat(join(directory, path))).size / 4096) * 4 + 4);
    }
  }
  return kilobytes;
}

async function fill(disk: string): Promise<string> {
  const filler = join(disk, "filler");
  const { bavail, bsize } = await statfs(disk);
  execFileSync("dd", ["if=/dev/zero", `of=${filler}`, `bs=${bsize}`, `count=${bavail}`], { stdio: "ignore" });
  expect((await statfs(disk)).bavail).toBe(0);
  return filler;
}
