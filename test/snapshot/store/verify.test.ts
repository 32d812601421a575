import { execFileSync } from "node:child_process";
import { appendFile, mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inWorld } from "../../../src/snapshot/files/outside-world.ts";
import { checkName, openCurrent, openPinned } from "../../../src/snapshot/store/open.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { readCurrent } from "../../../src/snapshot/store/read-current.ts";
import { retainSnapshots } from "../../../src/snapshot/store/retain.ts";
import { verifySnapshot } from "../../../src/snapshot/store/verify.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { SMALL_SNAPSHOT_FILES, writeSmallSnapshot } from "../../support/country/small-snapshot.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { removeDirectory } from "../../support/run/remove-directory.ts";
import { systemError, watchedFiles } from "../../support/run/watched-files.ts";

describe("verifySnapshot", () => {
  it("gives the manifest and reports each file as it is checked", async () => {
    const directory = await temporaryDirectory();
    const manifest = await writeSmallSnapshot(directory, 1);
    const seen: string[] = [];
    const onProgress = ({
      file,
      filesDone,
      filesTotal,
    }: {
      file: string;
      filesDone: number;
      filesTotal: number;
    }) => seen.push(`${file} ${filesDone}/${filesTotal}`);
    expect(await verifySnapshot(directory, { onProgress })).toEqual(manifest);
    expect(seen).toEqual(SMALL_SNAPSHOT_FILES.map((file, i) => `${file} ${i + 1}/3`));
  });

  it("names a missing and an additional file, an empty folder, a longer and a changed file", async () => {
    const directory = await temporaryDirectory();
    await writeSmallSnapshot(directory, 1);
    await writeFile(join(directory, "tables", "extra.parquet"), "");
    await expect(verifySnapshot(directory)).rejects.toThrow(
      "tables/extra.parquet is not named in manifest.json",
    );
    await rm(join(directory, "tables", "extra.parquet"));
    for (const folder of ["extra", "tables/extra/within"]) {
      await mkdir(join(directory, folder), { recursive: true });
      await expect(verifySnapshot(directory)).rejects.toThrow(`${folder}/ is not named in manifest.json`);
      await removeDirectory(join(directory, folder.replace("/within", "")));
    }
    await appendFile(join(directory, "columns.arrow"), "x");
    await expect(verifySnapshot(directory)).rejects.toThrow(
      /columns.arrow has \d+ bytes; manifest.json says \d+/,
    );
    await writeSmallSnapshot(directory, 1);
    await writeFile(join(directory, "columns.arrow"), "2:columns.arrow:".repeat(40));
    await expect(verifySnapshot(directory)).rejects.toMatchObject({
      code: "bad_snapshot",
      message: expect.stringMatching(
        /columns.arrow has sha256 [0-9a-f]{64}; manifest.json says [0-9a-f]{64}/,
      ),
    });
    await rm(join(directory, "columns.arrow"));
    await expect(verifySnapshot(directory)).rejects.toThrow("columns.arrow is missing");
    await rm(join(directory, "manifest.json"));
    await expect(verifySnapshot(directory)).rejects.toThrow("manifest.json is missing");
  });

  it("refuses a link to the right bytes, which may change later, and never waits for a pipe", async () => {
    const directory = await temporaryDirectory();
    await writeSmallSnapshot(directory, 1);
    const file = join(directory, "columns.arrow");
    const elsewhere = join(await temporaryDirectory(), "columns.arrow");
    await rename(file, elsewhere);
    await symlink(elsewhere, file);
    await expect(verifySnapshot(directory)).rejects.toThrow(
      "columns.arrow cannot be read: it is not a regular file",
    );
    await rm(file);
    execFileSync("mkfifo", [file]);
    await expect(verifySnapshot(directory)).rejects.toThrow(
      "columns.arrow cannot be read: it is not a regular file",
    );
  });
});

describe("checkName", () => {
  it("refuses a snapshot under the id of another, and minds no name that is not an id", async () => {
    const directory = await temporaryDirectory();
    const manifest = await writeSmallSnapshot(directory, 1);
    const named = (name: string) => () => checkName({ directory: join("/data/snapshots", name), manifest });
    expect(named(manifest.snapshotId)).not.toThrow();
    expect(named("copy-on-a-stick")).not.toThrow();
    expect(named("2026-11-13-000000000000")).toThrow(`names the snapshot ${manifest.snapshotId}`);
  });
});

describe("readCurrent", () => {
  it("tells nothing published from a CURRENT that holds no id", async () => {
    const dataDir = await temporaryDirectory();
    expect(await readCurrent(dataDir)).toBeUndefined();
    for (const text of ["", "2026-11-13-0123456789ab", "../../etc\n", "2026-11-13-0123456789ab\n\n"]) {
      await writeFile(join(dataDir, "CURRENT"), text);
      await expect(readCurrent(dataDir), text).rejects.toThrow(/expected a snapshot id and a newline/);
    }
  });
});

describe("openCurrent", () => {
  it("says how to make a snapshot when there is none", async () => {
    await expect(openCurrent(await temporaryDirectory())).rejects.toThrow(
      /no published snapshot; make one: terrace demo/,
    );
  });

  it("opens a snapshot in a read-only directory, and says that it is not held", async () => {
    const dataDir = await temporaryDirectory();
    const made = await temporaryDirectory();
    const manifest = await writeSmallSnapshot(made, 1);
    await publishSnapshot(made, dataDir);
    const files = watchedFiles({
      before: ({ operation }) => {
        if (["makeDirectory", "createText", "remove"].includes(operation)) throw systemError("EROFS");
      },
    });
    const opened = await inWorld({ files }, () => openCurrent(dataDir));
    expect(opened.manifest).toEqual(manifest);
    expect(opened.pin.isHeld).toBe(false);
    await opened.pin.release();
    const writable = await openCurrent(dataDir);
    expect(writable.pin.isHeld).toBe(true);
    await writable.pin.release();
  });

  it("refuses a directory whose name is not the snapshot's id", async () => {
    const dataDir = await temporaryDirectory();
    const other = "2026-11-13-ffffffffffff";
    await mkdir(join(dataDir, "snapshots"));
    await writeSmallSnapshot(join(dataDir, "made"), 1);
    await rename(join(dataDir, "made"), join(dataDir, "snapshots", other));
    await expect(openPinned(dataDir, other)).rejects.toThrow(/the directory another/);
  });

  it("opens the new snapshot when the old one is replaced and removed while it is checked", async () => {
    const dataDir = await temporaryDirectory();
    const [one, two] = [await temporaryDirectory(), await temporaryDirectory()];
    const old = await writeSmallSnapshot(one, 1);
    const next = await writeSmallSnapshot(two, 2);
    await publishSnapshot(one, dataDir);
    await publishSnapshot(two, dataDir);
    await writeFile(join(dataDir, "CURRENT"), `${old.snapshotId}\n`);
    let swap: Promise<unknown> | undefined;
    const files = watchedFiles({});
    const list = files.list;
    const swapping = {
      ...files,
      list: async (path: string) => {
        // Just before the files are listed, someone publishes another snapshot and removes the pinned one by
        // hand.
        swap ??= writeFile(join(dataDir, "CURRENT"), `${next.snapshotId}\n`).then(() =>
          removeDirectory(join(dataDir, "snapshots", old.snapshotId)),
        );
        await swap;
        return list(path);
      },
    };
    const opened = await inWorld({ files: swapping }, () => openCurrent(dataDir));
    expect(opened.manifest).toEqual(next);
    await opened.pin.release();
    expect((await openSnapshot(dataDir)).manifest).toEqual(next);
    expect((await retainSnapshots(dataDir, 1)).leftovers).toEqual([]);
  });
});
