import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inWorld } from "../../../src/snapshot/files/outside-world.ts";
import { SYSTEM_PROCESSES } from "../../../src/snapshot/files/process-stamp.ts";
import { announceRemoval, pinnedSnapshots, pinSnapshot } from "../../../src/snapshot/store/leases.ts";
import { listSnapshots } from "../../../src/snapshot/store/list.ts";
import { openSnapshotDirectory } from "../../../src/snapshot/store/open.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { readCurrent } from "../../../src/snapshot/store/read-current.ts";
import { retainSnapshots } from "../../../src/snapshot/store/retain.ts";
import { claimStaging, removeLeftovers } from "../../../src/snapshot/store/staging.ts";
import { publishedSnapshots } from "../../support/country/small-snapshot.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { systemError, watchedFiles } from "../../support/run/watched-files.ts";

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid!;
}

describe("retainSnapshots", () => {
  it("keeps the newest, the current and the pinned, and removes the rest", async () => {
    const { dataDir, ids } = await publishedSnapshots(6);
    await publishSnapshot(join(dataDir, "snapshots", ids[1]), dataDir);
    const pin = await pinSnapshot(dataDir, ids[2]);
    const result = await retainSnapshots(dataDir, 2, { pinned: [ids[3]] });
    expect(result.kept).toEqual([
      { snapshotId: ids[5], because: "newest" },
      { snapshotId: ids[4], because: "newest" },
      { snapshotId: ids[3], because: "pinned" },
      { snapshotId: ids[2], because: "pinned" },
      { snapshotId: ids[1], because: "current" },
    ]);
    expect(result.removed).toEqual([ids[0]]);
    await pin.release();
    expect((await retainSnapshots(dataDir, 1)).removed).toEqual([ids[4], ids[3], ids[2]]);
    expect((await readdir(join(dataDir, "snapshots"))).sort()).toEqual([ids[1], ids[5]].sort());
    expect(await readdir(join(dataDir, "staging"))).toEqual([]);
    expect(await readdir(join(dataDir, "leases"))).toEqual([]);
  });

  it("keeps a snapshot that somebody has opened by its directory, whatever the path's name for it", async () => {
    const { dataDir, ids } = await publishedSnapshots(3);
    const link = join(await temporaryDirectory(), "yesterday");
    await symlink(join(dataDir, "snapshots", ids[0]), link);
    const opened = [
      await openSnapshotDirectory(link),
      await openSnapshotDirectory(join(dataDir, "snapshots", ids[1])),
    ];
    expect(opened.map(({ manifest }) => manifest.snapshotId)).toEqual([ids[0], ids[1]]);
    expect((await retainSnapshots(dataDir, 1)).removed).toEqual([]);
    for (const { pin } of opened) await pin.release();
    expect((await retainSnapshots(dataDir, 1)).removed).toEqual([ids[1], ids[0]]);
  });

  it("holds a snapshot where its data directory keeps its claims, wherever the files lie", async () => {
    const { dataDir, ids } = await publishedSnapshots(2);
    const elsewhere = await temporaryDirectory();
    await rename(join(dataDir, "snapshots"), join(elsewhere, "snapshots"));
    await symlink(join(elsewhere, "snapshots"), join(dataDir, "snapshots"));
    const { pin } = await openSnapshotDirectory(join(dataDir, "snapshots", ids[0]));
    expect((await retainSnapshots(dataDir, 1)).removed).toEqual([]);
    await pin.release();
    // A folder of copies is not a data directory: nothing is removed from it or written into it.
    await (await openSnapshotDirectory(join(elsewhere, "snapshots", ids[0]))).pin.release();
    expect(await readdir(elsewhere)).toEqual(["snapshots"]);
  });

  it("has nobody open a snapshot by its directory once its removal is announced", async () => {
    const { dataDir, ids } = await publishedSnapshots(2);
    const removal = await announceRemoval(dataDir, ids[0]);
    const directory = join(dataDir, "snapshots", ids[0]);
    await expect(openSnapshotDirectory(directory)).rejects.toThrow(/is being removed by process/);
    await removal.release();
    await (await openSnapshotDirectory(directory)).pin.release();
    expect(await readdir(join(dataDir, "leases"))).toEqual([]);
  });

  it("keeps a snapshot that is pinned just as its removal is announced", async () => {
    const { dataDir, ids } = await publishedSnapshots(2);
    let pin: ReturnType<typeof pinSnapshot> | undefined;
    const real = watchedFiles({});
    const files = {
      ...real,
      createText: async (path: string, text: string) => {
        if (path.includes("removal-")) {
          pin = pinSnapshot(dataDir, ids[0]);
          await pin;
        }
        await real.createText(path, text);
      },
    };
    const result = await retainSnapshots(dataDir, 1, { files });
    expect(pin).toBeDefined();
    expect(result.removed).toEqual([]);
    expect(result.kept.map((k) => k.because)).toEqual(["newest", "pinned"]);
  });

  it("keeps publish from pointing CURRENT at a snapshot that is being removed", async () => {
    const { dataDir, ids } = await publishedSnapshots(2);
    const removal = await announceRemoval(dataDir, ids[0]);
    const again = publishSnapshot(join(dataDir, "snapshots", ids[0]), dataDir);
    await expect(again).rejects.toThrow(`snapshot ${ids[0]} is being removed by process ${process.pid}`);
    expect(await readCurrent(dataDir)).toBe(ids[1]);
    await removal.release();
    await publishSnapshot(join(dataDir, "snapshots", ids[0]), dataDir);
    expect(await readCurrent(dataDir)).toBe(ids[0]);
  });

  it("takes a snapshot that another process removed first for removed, and tells of one that stays", async () => {
    const { dataDir, ids } = await publishedSnapshots(2);
    const failing = (code: string) =>
      watchedFiles({
        before: ({ operation, paths }) => {
          if (operation === "rename" && paths[0].endsWith(ids[0])) throw systemError(code);
        },
      });
    await expect(retainSnapshots(dataDir, 1, { files: failing("EACCES") })).rejects.toThrow("EACCES");
    expect(await readdir(join(dataDir, "snapshots"))).toContain(ids[0]);
    expect((await retainSnapshots(dataDir, 1, { files: failing("ENOENT") })).removed).toEqual([ids[0]]);
  });

  it("refuses to keep none", async () => {
    await expect(retainSnapshots(await temporaryDirectory(), 0)).rejects.toThrow(/cannot keep 0 snapshots/);
  });

  it("leaves alone what is not a snapshot", async () => {
    const { dataDir } = await publishedSnapshots(1);
    await mkdir(join(dataDir, "snapshots", "notes"));
    expect((await retainSnapshots(dataDir, 1)).removed).toEqual([]);
    expect(await readdir(join(dataDir, "snapshots"))).toContain("notes");
  });
});

describe("removeLeftovers", () => {
  it("removes what dead processes staged or held, and nothing of living ones", async () => {
    const { dataDir, ids } = await publishedSnapshots(1);
    const dead = { pid: await deadPid(), place: SYSTEM_PROCESSES.own().place, started: "long ago" };
    const gone = { ...SYSTEM_PROCESSES, own: () => dead };
    const slot = await claimStaging(dataDir, "build");
    const deadSlot = await inWorld({ processes: gone }, () => claimStaging(dataDir, "build"));
    await writeFile(join(deadSlot.directory, "half.parquet"), "half");
    await mkdir(join(dataDir, "staging", "unclaimed"));
    const pin = await pinSnapshot(dataDir, ids[0]);
    await inWorld({ processes: gone }, () => pinSnapshot(dataDir, ids[0]));
    const removed = await removeLeftovers(dataDir);
    expect(removed).toHaveLength(4);
    expect(await readdir(join(dataDir, "staging"))).toHaveLength(2);
    expect(await pinnedSnapshots(dataDir)).toEqual(ids);
    await slot.release();
    await pin.release();
    expect(await readdir(join(dataDir, "staging"))).toEqual([]);
    expect(await pinnedSnapshots(dataDir)).toEqual([]);
  });

  it("removes the others when one cannot be removed, and names that one", async () => {
    const { dataDir } = await publishedSnapshots(1);
    const dead = { pid: await deadPid(), place: SYSTEM_PROCESSES.own().place, started: "long ago" };
    const gone = { ...SYSTEM_PROCESSES, own: () => dead };
    await inWorld({ processes: gone }, () => pinSnapshot(dataDir, "2026-11-13-0123456789ab"));
    for (const name of ["a", "b", "c"]) await mkdir(join(dataDir, "staging", name));
    const files = watchedFiles({
      before: ({ operation, paths }) => {
        if (operation === "remove" && paths[0].endsWith("/b")) throw systemError("EACCES");
      },
    });
    const { leftovers, stuck } = await retainSnapshots(dataDir, 1, { files });
    expect(leftovers).toHaveLength(3);
    expect(stuck).toEqual([
      { path: join(dataDir, "staging", "b"), problem: expect.stringContaining("EACCES") },
    ]);
    expect(await readdir(join(dataDir, "staging"))).toEqual(["b"]);
    expect(await readdir(join(dataDir, "leases"))).toEqual([]);
  });

  it("knows a process id that was given to another process", async () => {
    const { dataDir, ids } = await publishedSnapshots(1);
    const own = SYSTEM_PROCESSES.own();
    const earlier = { ...SYSTEM_PROCESSES, own: () => ({ ...own, started: "before it began" }) };
    await inWorld({ processes: earlier }, () => pinSnapshot(dataDir, ids[0]));
    expect(own.started).not.toBe("");
    expect(await pinnedSnapshots(dataDir)).toEqual([]);
  });

  it("believes a torn lease of a living process", async () => {
    const { dataDir, ids } = await publishedSnapshots(1);
    const { place, pid } = SYSTEM_PROCESSES.own();
    await mkdir(join(dataDir, "leases"), { recursive: true });
    await writeFile(join(dataDir, "leases", `${place}-${pid}-0123456789ab-pin-${ids[0]}.json`), '{"pid"');
    await writeFile(
      join(dataDir, "leases", `${place}-${await deadPid()}-0123456789ab-pin-${ids[0]}.json`),
      "",
    );
    expect(await pinnedSnapshots(dataDir)).toEqual(ids);
    expect(await removeLeftovers(dataDir)).toHaveLength(1);
  });
});

describe("listSnapshots", () => {
  it("tells id, size, as-of, current and pinned, and what is wrong with a damaged one", async () => {
    const { dataDir, ids } = await publishedSnapshots(2);
    const pin = await pinSnapshot(dataDir, ids[0]);
    await writeFile(join(dataDir, "snapshots", ids[0], "manifest.json"), "{}");
    const [newest, oldest] = (await listSnapshots(dataDir)).sort(
      (a, b) => Number(b.isCurrent) - Number(a.isCurrent),
    );
    expect(newest).toMatchObject({
      snapshotId: ids[1],
      isCurrent: true,
      isPinned: false,
      facts: { datasetId: "small", asOf: "2026-11-13T00:00:00.000Z", synthetic: true, suburbs: 0 },
      problem: undefined,
    });
    expect(newest.facts?.bytes).toBeGreaterThan(1000);
    expect(oldest).toMatchObject({ snapshotId: ids[0], isCurrent: false, isPinned: true, facts: undefined });
    expect(oldest.problem).toMatch(/schemaVersion is missing/);
    await pin.release();
  });
});
