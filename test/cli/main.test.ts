import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { describe, expect, inject, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { createProgram } from "../../src/cli/program.ts";
import { processTerminal } from "../../src/cli/terminal.ts";
import { SETTINGS } from "../../src/config/config.ts";
import { envName } from "../../src/config/setting.ts";
import { copyCountry } from "../support/country/copy-country.ts";
import { callJson } from "../support/country/serve-country.ts";
import { copyKept } from "../support/country/shared-country.ts";
import { sharedDirectory } from "../support/run/fixtures.ts";
import { expectRefusal, readyServer, runHere, runTerrace, startTerrace } from "../support/run/run-terrace.ts";

const EXAMPLE = resolve(import.meta.dirname, "../../data/example");
const root = sharedDirectory("cli");

describe("terrace", () => {
  it("explains itself, with examples and exit codes", async () => {
    const { exitCode, stdout } = await runTerrace("--help");
    expect(exitCode).toBe(0);
    for (const text of ["start", "serve", "demo", "snapshot", "Examples:", "Exit codes:", "130"]) {
      expect(stdout).toContain(text);
    }
    const build = await runTerrace("snapshot build --help");
    expect(build.stdout).toContain("--max-rejects <share>");
    expect(build.stdout).toMatch(/environment:\s+TERRACE_DATA_DIR/);
  });

  it.each([
    ["snapshto", "unknown command 'snapshto'", "Did you mean snapshot?"],
    ["serve --prot 1", "unknown option '--prot'", "Did you mean --port?"],
    ["serve --port 80a", '--port: "80a" is not a whole number from 0 to 65535', ""],
    ["demo --scale big", '--scale: "big" is not a number from 0.001 to 1000', ""],
    ["snapshot build", "missing required argument 'dataset'", "--help"],
    ["serve --config /nonexistent.json", "/nonexistent.json cannot be read", ""],
  ])("answers %j with exit code 2 and what is allowed", async (command, message, hint) => {
    const { exitCode, stderr } = await runTerrace(command);
    expect(stderr).not.toContain("unknown setting");
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain("    at ");
    expect(exitCode).toBe(2);
  });

  it("shows examples and exit codes in the help of every command", async () => {
    const program = createProgram(processTerminal(new AbortController().signal));
    const leaves = (command: Command, path: string[]): string[][] =>
      command.commands.length === 0
        ? [path]
        : command.commands.flatMap((c) => leaves(c, [...path, c.name()]));
    const paths = leaves(program, []);
    expect(paths.length).toBeGreaterThanOrEqual(10);
    for (const path of paths) {
      const command = path.reduce<Command>(
        (c, name) => c.commands.find((child) => child.name() === name)!,
        program,
      );
      let help = "";
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      expect(help.match(/^Examples:$/gm) ?? [], path.join(" ")).toHaveLength(1);
      expect(help).toContain(`\n  terrace ${path.join(" ")}`);
      expect(help).toContain("130  interrupted by ctrl-C");
    }
  });

  it("prints its version", async () => {
    const stdout = `${packageJson.version}\n`;
    expect(await runTerrace("--version")).toMatchObject({ exitCode: 0, stdout });
  });

  it("refuses a data directory whose path the database would take for a pattern", async () => {
    for (const name of ["a*b", "a?b", "a[b]"]) {
      const refused = await runHere(`demo --scale 0.001 --data-dir ${join(root, name)}`);
      expectRefusal(refused, `${name}" has a "${name[1]}" in its path`);
    }
  });

  it("warns of a variable that is not a setting, with the one that is meant, and of none of the tests", async () => {
    const { stderr, exitCode } = await runHere(`snapshot list --data-dir ${join(root, "none")}`, {
      TERRACE_DATA_FOLDER: "/x",
      TERRACE_REQEST_LOG: "off",
      TERRACE_REAL_DATA: "/y",
      TERRACE_THREADS: "2",
    });
    expect(stderr.split("\n").filter((line) => line.startsWith("warning: "))).toEqual([
      "warning: unknown setting TERRACE_DATA_FOLDER; did you mean TERRACE_DATA_DIR?",
      "warning: unknown setting TERRACE_REQEST_LOG; did you mean TERRACE_REQUEST_LOG?",
    ]);
    expect(exitCode).not.toBe(2);
  });

  it("reads a variable by its earlier name, with a warning that has the present one, which wins", async () => {
    const warned = async (env: Record<string, string>) => {
      const { stderr, exitCode } = await runHere("snapshot verify", env);
      return { exitCode, lines: stderr.split("\n").filter((line) => line !== "") };
    };
    const [former, present] = [join(root, "former"), join(root, "present")];
    const warning = "warning: TERRACE_DATA is deprecated; use TERRACE_DATA_DIR";
    const read = await warned({ TERRACE_DATA: former });
    expect(read.lines[0]).toBe(warning);
    expect(read.lines.filter((line) => line.startsWith("warning: "))).toHaveLength(1);
    expect(read.lines[1]).toContain(former);
    const both = await warned({ TERRACE_DATA: former, TERRACE_DATA_DIR: present });
    expect(both.lines).toHaveLength(read.lines.length - 1);
    expect(both.lines[0]).toContain(present);
    for (const { formerEnv, key } of SETTINGS) expect(formerEnv).not.toBe(envName(key));
  });

  it("tells apart a refused dataset, a missing snapshot and a damaged one", async () => {
    const data = join(root, "codes");
    expectRefusal(await runHere(`snapshot build ${root} --data-dir ${data}`), "dataset.json", 3);
    expectRefusal(await runHere(`snapshot verify --data-dir ${data}`), "terrace demo", 4);
    expect(await runHere(`serve --data-dir ${data}`)).toMatchObject({ exitCode: 4 });
  });

  it("builds, publishes, lists, verifies and retains, for people and as JSON", async () => {
    const env = { TERRACE_DATA_DIR: await copyKept(join(root, "lifecycle")) };
    const built = await runTerrace(`snapshot build ${EXAMPLE} --json`, env);
    expect(built.exitCode).toBe(0);
    const { manifest, isPublished, report } = JSON.parse(built.stdout);
    expect(isPublished).toBe(false);
    expect(report.rowsRejected).toBe(0);
    expect(existsSync(join(env.TERRACE_DATA_DIR, "CURRENT"))).toBe(false);
    const published = await runHere(`snapshot publish ${manifest.snapshotId}`, env);
    expect(published.stdout).toBe(`current is ${manifest.snapshotId}\n`);
    const listed = await runHere("snapshot list", env);
    expect(listed.stdout).toMatch(
      new RegExp(`^${manifest.snapshotId}  as of .* suburbs.*current, synthetic\\n$`),
    );
    expect(JSON.parse((await runHere("snapshot list --json", env)).stdout)).toHaveLength(1);
    expect((await runHere("snapshot verify", env)).stdout).toContain("is whole");
    const retained = await runHere("snapshot retain", env);
    expect(retained.stdout).toContain(`kept ${manifest.snapshotId} (newest)`);
    const again = await runHere(`snapshot build ${EXAMPLE} --publish`, env);
    expect(again.stdout).toContain(`snapshot ${manifest.snapshotId} (current), synthetic data`);
  });

  it("leaves nothing half published when ctrl-C stops a demo", async () => {
    const data = join(root, "interrupted");
    await copyCountry(data);
    const before = await readFile(join(data, "CURRENT"), "utf8");
    const running = startTerrace(`demo --scale 0.005 --seed 3 --data-dir ${data}`);
    await running.said(/build: \d+ of /);
    running.child.kill("SIGINT");
    const { exitCode, stderr } = await running.finished;
    expect(stderr).toContain("stopped");
    expect(exitCode).toBe(130);
    expect(await readFile(join(data, "CURRENT"), "utf8")).toBe(before);
    expect(await readdir(join(data, "staging"))).toEqual([]);
    expect(await readdir(join(data, "snapshots"))).toHaveLength(1);
  });

  it("serves what is current, says when it is ready and that the data is synthetic, and stops cleanly", async () => {
    const { url, said, stop } = await readyServer(`serve --data-dir ${inject("country").dataDir} --port 0`);
    await said(/SYNTHETIC/);
    const { status, headers } = await callJson(url, "shorts.v1alpha1.HousingService/GetSuburbIndex", {
      stateCode: "NT",
    });
    expect(status).toBe(200);
    expect(headers.get("x-terrace-synthetic")).toBe("true");
    const { exitCode, stdout } = await stop();
    expect(stdout).toContain('"isClean":true');
    expect(exitCode).toBe(0);
  });

  it("names the port when it is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const refused = await runHere(`serve --data-dir ${inject("country").dataDir} --port ${port}`);
    taken.close();
    expectRefusal(refused, `127.0.0.1:${port} is already in use`);
  });

  it("takes settings from one file and names the bad key in it", async () => {
    const config = join(root, "terrace.json");
    await writeFile(config, '{"portt": 1}');
    const bad = await runHere("serve", { TERRACE_CONFIG: config });
    expectRefusal(bad, 'unknown key "portt"; did you mean "port"?');
  });
});
