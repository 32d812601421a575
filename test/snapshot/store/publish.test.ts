import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { readCurrent } from "../../../src/snapshot/store/read-current.ts";
import { claimStaging } from "../../../src/snapshot/store/staging.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { writeSmallSnapshot } from "../../support/country/small-snapshot.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { type FileCall, systemError, watchedFiles } from "../../support/run/watched-files.ts";

async function stagedSnapshot(dataDir: string, number: number) {
  const slot = await claimStaging(dataDir, "build");
  const directory = join(slot.directory, "snapshot");
  const manifest = await writeSmallSnapshot(directory, number);
  return { directory, manifest, slot };
}

describe("publishSnapshot", () => {
  it("moves a staged snapshot among the complete ones and points CURRENT at it", async () => {
    const dataDir = join(await temporaryDirectory(), "not", "there", "yet");
    const { directory, manifest, slot } = await stagedSnapshot(dataDir, 1);
    const result = await publishSnapshot(directory, dataDir);
    await slot.release();
    expect(result).toEqual({
      snapshotId: manifest.snapshotId,
      directory: join(dataDir, "snapshots", manifest.snapshotId),
      previousId: undefined,
    });
    expect(await readFile(join(dataDir, "CURRENT"), "utf8")).toBe(`${manifest.snapshotId}\n`);
    expect((await openSnapshot(dataDir)).manifest).toEqual(manifest);
    expect(await readdir(join(dataDir, "staging"))).toEqual([]);
    expect(await readdir(join(dataDir, "leases"))).toEqual([]);
  });

  it("copies a snapshot that is elsewhere and leaves it there", async () => {
    const dataDir = await temporaryDirectory();
    const elsewhere = await temporaryDirectory();
    const manifest = await writeSmallSnapshot(elsewhere, 2);
    await publishSnapshot(elsewhere, dataDir);
    expect(await readCurrent(dataDir)).toBe(manifest.snapshotId);
    expect((await openSnapshot(elsewhere)).manifest).toEqual(manifest);
  });

  it("changes nothing when it is done twice, and can go back to an older snapshot", async () => {
    const dataDir = await temporaryDirectory();
    const first = await stagedSnapshot(dataDir, 1);
    const { directory } = await publishSnapshot(first.directory, dataDir);
    const second = await stagedSnapshot(dataDir, 2);
    await publishSnapshot(second.directory, dataDir);
    const again = await stagedSnapshot(dataDir, 2);
    const repeated = await publishSnapshot(again.directory, dataDir);
    expect(repeated.previousId).toBe(second.manifest.snapshotId);
    expect(await readCurrent(dataDir)).toBe(second.manifest.snapshotId);
    const back = await publishSnapshot(directory, dataDir);
    expect(back).toEqual({
      snapshotId: first.manifest.snapshotId,
      directory,
      previousId: repeated.snapshotId,
    });
    expect(await readCurrent(dataDir)).toBe(first.manifest.snapshotId);
  });

  it("refuses a damaged snapshot, and one whose published twin is damaged", async () => {
    const dataDir = await temporaryDirectory();
    const { directory, manifest } = await stagedSnapshot(dataDir, 1);
    await cp(directory, join(dataDir, "snapshots", manifest.snapshotId), { recursive: true });
    await writeFile(join(dataDir, "snapshots", manifest.snapshotId, "columns.arrow"), "other");
    await expect(publishSnapshot(directory, dataDir)).rejects.toThrow(
      /columns.arrow has 5 bytes.* remove .*publish again/,
    );
    await rm(join(directory, "columns.arrow"));
    await expect(publishSnapshot(directory, dataDir)).rejects.toThrow(/columns.arrow is missing/);
    expect(await readCurrent(dataDir)).toBeUndefined();
  });

  it("goes on when a rename was reported as failed but had happened", async () => {
    const dataDir = await temporaryDirectory();
    let renames = 0;
    const files = watchedFiles({
      after: (call) => {
        if (call.operation === "rename" && ++renames > 0) throw systemError("EIO");
      },
    });
    const { directory, manifest } = await stagedSnapshot(dataDir, 3);
    await publishSnapshot(directory, dataDir, { files });
    expect(renames).toBe(2);
    expect((await openSnapshot(dataDir)).manifest).toEqual(manifest);
  });

  it("names the full disk and the snapshot that still serves", async () => {
    const dataDir = await temporaryDirectory();
    const old = await stagedSnapshot(dataDir, 1);
    await publishSnapshot(old.directory, dataDir);
    const files = watchedFiles({
      before: (call) => {
        if (call.operation === "writeText") throw systemError("ENOSPC");
      },
    });
    const { directory, manifest } = await stagedSnapshot(dataDir, 2);
    await expect(publishSnapshot(directory, dataDir, { files })).rejects.toMatchObject({
      code: "io_failure",
      message:
        `cannot publish snapshot ${manifest.snapshotId}: the disk is full; ` +
        `CURRENT still names ${old.manifest.snapshotId}`,
    });
  });

  it("writes, flushes, renames and flushes the directory, in that order", async () => {
    const parent = await temporaryDirectory();
    const dataDir = join(parent, "data");
    await mkdir(dataDir);
    const { directory, manifest } = await stagedSnapshot(dataDir, 4);
    const calls: FileCall[] = [];
    await publishSnapshot(directory, dataDir, {
      files: watchedFiles({ before: (call) => calls.push(call) }),
    });
    const written = ["writeText", "syncFile", "syncDirectory", "rename"];
    const place = (path: string) =>
      (relative(dataDir, path) || ".")
        .replace(relative(dataDir, directory), "SNAPSHOT")
        .replace(manifest.snapshotId, "ID")
        .replace(/[0-9a-f]+-\d+-[0-9a-f]+-publish/, "SLOT");
    const order = calls
      .filter((call) => written.includes(call.operation))
      .map(({ operation, paths: [from, to] }) =>
        operation === "rename" ? `rename ${place(from)} ${place(to)}` : `${operation} ${place(from)}`,
      );
    expect(order).toEqual([
      "syncFile SNAPSHOT/columns.arrow",
      "syncFile SNAPSHOT/manifest.json",
      "syncFile SNAPSHOT/tables/house_prices.parquet",
      "syncFile SNAPSHOT/tables/suburbs.parquet",
      "syncDirectory SNAPSHOT/tables",
      "syncDirectory SNAPSHOT",
      "rename SNAPSHOT snapshots/ID",
      "syncDirectory snapshots",
      "syncDirectory .",
      "syncDirectory ..",
      "syncDirectory published",
      "writeText staging/SLOT/CURRENT",
      "syncFile staging/SLOT/CURRENT",
      "rename staging/SLOT/CURRENT CURRENT",
      "syncDirectory .",
      "syncDirectory ..",
    ]);
    expect(dirname(dataDir)).toBe(parent);
  });
});

it("flushes a file that its owner may only read, without the rights of root", async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, "only-read"), "x", { mode: 0o444 });
  await chmod(directory, 0o755);
  const module = new URL("../../../src/snapshot/files/file-operations.ts", import.meta.url);
  const code = `import { NODE_FILES } from ${JSON.stringify(module.href)};
    if (process.getuid() === 0) process.setuid(65534);
    await NODE_FILES.syncFile("only-read");`;
  const args = ["--input-type=module", "--eval", code];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: directory, encoding: "utf8" });
  expect(stderr).not.toContain("EACCES");
  expect(status).toBe(0);
});
