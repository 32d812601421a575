import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, utimes, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeTablesFolder } from "../../../src/engine/sql/tables-folder.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

const MODULE = resolve(import.meta.dirname, "../../../src/engine/sql/tables-folder.ts");
const TWO_DAYS_AGO_MS = Date.now() - 48 * 3600 * 1000;
/** A process that makes a folder as a server does, prints its path and runs until it is killed. */
const OWNER = `
  const { makeTablesFolder } = await import(${JSON.stringify(MODULE)});
  process.stdout.write(await makeTablesFolder());
  setInterval(() => {}, 1000);
`;

async function startOwner(place: string) {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", OWNER], {
    env: { ...process.env, TMPDIR: place },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [folder] = await once(child.stdout.setEncoding("utf8"), "data");
  return { child, folder: folder as string };
}

describe("makeTablesFolder", () => {
  let place: string;
  beforeEach(async () => {
    place = await temporaryDirectory();
    vi.stubEnv("TMPDIR", place);
  });
  afterEach(() => void vi.unstubAllEnvs());

  it("removes the folder of a process that was killed, and none whose process runs", async () => {
    const killed = await startOwner(place);
    const living = await startOwner(place);
    try {
      await writeFile(join(killed.folder, "serve.duckdb"), "half a table");
      const own = await makeTablesFolder();
      expect([killed.folder, living.folder, own].map(existsSync)).toEqual([true, true, true]);
      killed.child.kill("SIGKILL");
      await once(killed.child, "exit");
      const second = await makeTablesFolder();
      expect([killed.folder, living.folder, own, second].map(existsSync)).toEqual([false, true, true, true]);
    } finally {
      living.child.kill("SIGKILL");
      killed.child.kill("SIGKILL");
    }
  });

  it("removes what a process left whose number another one has now, and of another host only what is old", async () => {
    const own = basename(await makeTablesFolder());
    const [ownPlace, pid] = JSON.parse(
      Buffer.from(own.slice("terrace-tables-".length, -7), "base64url").toString(),
    );
    const folderOf = async (...owner: unknown[]) => {
      const name = Buffer.from(JSON.stringify(owner)).toString("base64url");
      return mkdtemp(join(place, `terrace-tables-${name}-`));
    };
    // Where the start time of a process is unknown, the pid alone decides and the folder stays.
    const knowsStart = process.platform !== "win32";
    const earlier = await folderOf(ownPlace, pid, "before this process began");
    const elsewhere = await folderOf("another place", 2 ** 22 + 1, "");
    const longAgo = await folderOf("another place", 2 ** 22 + 2, "");
    const before = new Date(TWO_DAYS_AGO_MS);
    await utimes(longAgo, before, before);
    const unnamed = join(place, "terrace-tables-e30-abcdef");
    await mkdir(unnamed);
    await makeTablesFolder();
    expect([earlier, elsewhere, longAgo, unnamed].map(existsSync)).toEqual([!knowsStart, true, false, true]);
  });

  it("says why when the temporary folder cannot be written", async () => {
    vi.stubEnv("TMPDIR", join(place, "absent"));
    await expect(makeTablesFolder()).rejects.toMatchObject({ code: "ENOENT" });
  });
});
