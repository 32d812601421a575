import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { claimStaging } from "../../src/snapshot/store/staging.ts";
import { copyCountry } from "../support/country/copy-country.ts";
import { copyKept } from "../support/country/shared-country.ts";
import { publishSmall } from "../support/country/small-snapshot.ts";
import { sharedDirectory } from "../support/run/fixtures.ts";
import { MAIN, runHere, runTerrace, startTerrace } from "../support/run/run-terrace.ts";

const EXAMPLE = resolve(import.meta.dirname, "../../data/example");
const root = sharedDirectory("snapshots");

async function dataWith(name: string, count: number): Promise<{ dataDir: string; ids: string[] }> {
  const dataDir = await copyKept(join(root, name));
  return { dataDir, ids: await publishSmall(dataDir, count) };
}

describe("a snapshot that is not there", () => {
  it.each([["publish"], ["verify"], ["diff"]])("is answered by %s with what there is", async (command) => {
    const { dataDir, ids } = await dataWith(`unknown-${command}`, 2);
    const args = (name: string) =>
      `snapshot ${command} ${name} ${command === "diff" ? name : ""} --data-dir ${dataDir}`;
    const list = `there are:\n  ${ids[1]}  current\n  ${ids[0]}\n`;
    const nope = await runHere(args("nope"));
    expect(nope.stderr).toBe(`terrace: "nope" is neither a directory nor a snapshot in ${dataDir}; ${list}`);
    const other = `${ids[0].slice(0, -1)}${ids[0].endsWith("0") ? "1" : "0"}`;
    const unknown = await runHere(args(other));
    expect(unknown.stderr).toBe(
      `terrace: no snapshot "${other}" in ${dataDir}; did you mean ${ids[0]}?; ${list}`,
    );
    expect([nope.exitCode, unknown.exitCode]).toEqual([4, 4]);
    const empty = await runHere(`snapshot verify nope --data-dir ${join(root, "empty")}`);
    expect(empty.stderr).toContain("holds no snapshot: make one with terrace demo");
  });
});

describe("a file in place of the data directory", () => {
  it.each(["list", "retain", "verify nope", "publish nope"])("is named by snapshot %s", async (words) => {
    const file = join(root, "a-file");
    await writeFile(file, "");
    for (const [path, reason] of [
      [file, "it is a file"],
      [join(file, "x"), "a part of its path is a file"],
    ]) {
      const { exitCode, stdout, stderr } = await runHere(`snapshot ${words} --data-dir ${path}`);
      expect(stderr).toBe(
        `terrace: cannot read the data directory "${path}": ${reason}; name another one with --data-dir or TERRACE_DATA_DIR\n`,
      );
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    }
  });
});

describe("snapshot build --publish", () => {
  it("removes what a killed build left and what the new snapshot makes superfluous", async () => {
    const { dataDir, ids } = await dataWith("build-publish", 4);
    const dead = spawn(process.execPath, ["-e", ""]);
    await once(dead, "exit");
    const slot = await claimStaging(dataDir, "build");
    const [claim] = (await readdir(join(dataDir, "staging"))).filter((name) => name.endsWith(".json"));
    // A claim of a process that has exited: its pid is in the name.
    const gone = claim.replace(`-${process.pid}-`, `-${dead.pid}-`);
    await cp(join(dataDir, "staging", claim), join(dataDir, "staging", gone));
    await mkdir(join(dataDir, "staging", gone.replace(".json", "")));
    await writeFile(join(dataDir, "staging", gone.replace(".json", ""), "half.parquet"), "half");
    const kept = "--publish --retain-snapshots 2";
    const { exitCode, stdout } = await runHere(`snapshot build ${EXAMPLE} ${kept} --data-dir ${dataDir}`);
    expect(exitCode).toBe(0);
    const built = (await readFile(join(dataDir, "CURRENT"), "utf8")).trim();
    for (const id of [ids[2], ids[1], ids[0]]) expect(stdout).toContain(`  removed ${id}\n`.trimEnd());
    expect((await readdir(join(dataDir, "snapshots"))).sort()).toEqual([built, ids[3]].sort());
    // The live build of this process stays.
    expect((await readdir(join(dataDir, "staging"))).sort()).toEqual([claim.replace(".json", ""), claim]);
    expect(await readdir(join(dataDir, "leases"))).toEqual([]);
    await slot.release();
  });

  it("leaves the others alone without --publish", async () => {
    const { dataDir, ids } = await dataWith("build-only", 3);
    const args = `snapshot build ${EXAMPLE} --data-dir ${dataDir} --retain-snapshots 1`;
    expect((await runTerrace(args)).exitCode).toBe(0);
    const snapshots = await readdir(join(dataDir, "snapshots"));
    expect(snapshots).toEqual(expect.arrayContaining(ids));
    expect(snapshots).toHaveLength(4);
  });
});

describe("a publication after which old snapshots cannot be removed", () => {
  it.each([["publish"], ["build"]])("by snapshot %s is told, with a warning", async (command) => {
    const { dataDir, ids } = await dataWith(`unremovable-${command}`, 2);
    // A directory in place of a claim makes it unreadable.
    await mkdir(join(dataDir, "staging", "0123456789ab-1-0123456789ab-build.json"));
    const what = command === "publish" ? ids[0] : `${EXAMPLE} --publish`;
    const args = `snapshot ${command} ${what} --data-dir ${dataDir} --retain-snapshots 1`;
    const { exitCode, stdout, stderr } = await runTerrace(args);
    const current = (await readFile(join(dataDir, "CURRENT"), "utf8")).trim();
    expect(current).not.toBe(ids[1]);
    expect(stdout).toContain(
      command === "publish" ? `current is ${current}, before it ${ids[1]}` : `snapshot ${current} (current)`,
    );
    expect(stderr).toMatch(/^warning: old snapshots could not be pruned: EISDIR.*$/m);
    expect(exitCode).toBe(0);
  });
});

describe("terrace start", () => {
  it("finds the port in use before it builds anything", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const data = join(root, "port-in-use");
    const refused = await runTerrace(`start --data-dir ${data} --port ${port}`);
    taken.close();
    expect(refused.stderr).toBe(
      `terrace: 127.0.0.1:${port} is already in use by another program; choose another with --port or TERRACE_PORT\n`,
    );
    expect(refused.exitCode).toBe(2);
    await expect(readdir(data)).rejects.toMatchObject({ code: "ENOENT" });
  });
});

describe("a terminal", () => {
  it('gets "stopped" on a line of its own, below the progress bar', async (context) => {
    const data = join(root, "stopped");
    await copyCountry(data);
    // `script` gives the command a terminal and forwards its output.
    const command = [process.execPath, MAIN, "demo", "--scale", "0.2", "--seed", "3", "--data-dir", data];
    const child = spawn("script", ["-qefc", `exec ${command.join(" ")}`, "/dev/null"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const started = await once(child, "spawn").then(
      () => true,
      () => false,
    );
    if (!started) return context.skip("there is no `script` on this machine");
    let shown = "";
    const drawn = Promise.withResolvers<void>();
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      shown += text;
      if (/\] generate \S+/.test(shown)) drawn.resolve();
    });
    const closed = once(child, "close");
    await drawn.promise;
    child.stdin.write("\x03");
    const [exitCode] = await closed;
    expect(shown).toMatch(/\[[#-]+\] [^\n]*\r?\nstopped\r?\n$/);
    expect(shown).not.toMatch(/\][^\n]*stopped/);
    expect(exitCode).toBe(130);
  });

  it("gets no line of its own where there is no bar", async () => {
    const running = startTerrace(`demo --scale 0.05 --seed 3 --data-dir ${join(root, "plain")}`);
    await running.said(/generate/);
    running.child.kill("SIGINT");
    expect((await running.finished).stderr).not.toContain("\n\n");
  });
});
