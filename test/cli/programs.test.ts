import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { SETTINGS } from "../../src/config/config.ts";
import { envName } from "../../src/config/setting.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { expectRefusal, runHere, runTerrace } from "../support/run/run-terrace.ts";

const secrets = { TERRACE_TOKEN_SECRET: "operator's secret of enough length!" };
const mint = (flags = "") => `token mint --user acme --tier pro ${flags}`;

describe("terrace for programs", () => {
  it.each([
    ["snapshot verify nope --json", 4, "not_found", '"nope" is neither a directory nor a snapshot'],
    ["snapshot list --json --port-x", 2, "invalid_argument", "unknown option '--port-x'"],
    [mint("--days 0 --json"), 2, "invalid_argument", '--days: "0" is not a number from 0.001 to 3660'],
  ])("prints the failure of %j as JSON too", async (command, exitCode, code, message) => {
    const env = { ...secrets, TERRACE_DATA_DIR: await temporaryDirectory() };
    const failed = await runTerrace(command, env);
    expectRefusal(failed, message, exitCode);
    const { error } = JSON.parse(failed.stdout);
    expect(error).toEqual({ code, message: expect.stringContaining(message) });
  });

  it("mints a token as JSON, with whom it is for and until when", async () => {
    const { exitCode, stdout } = await runHere(mint("--days 2 --json"), secrets);
    expect(exitCode).toBe(0);
    const { token, userId, tier, expiresAt } = JSON.parse(stdout);
    expect({ userId, tier }).toEqual({ userId: "acme", tier: "pro" });
    const inspected = await runHere(`token inspect ${token} --json`, secrets);
    const { accepted, claims } = JSON.parse(inspected.stdout);
    expect(accepted).toBe(true);
    expect(new Date(claims.exp * 1000).toISOString()).toBe(expiresAt);
  });
});

describe("terrace serve --help", () => {
  it.each(["serve", "start"])("tells of every setting, and has no flag for a secret: %s", async (command) => {
    const { stdout } = await runTerrace(`${command} --help`);
    expect(SETTINGS.filter(({ key }) => !stdout.includes(envName(key))).map(({ key }) => key)).toEqual([]);
    expect(stdout).toContain("Only as environment variable or in the settings file:");
    expect(stdout).toContain("--trusted-proxies");
    expect(stdout).not.toMatch(/--[a-z-]*(secret|token|database)/);
  });
});

describe("terrace generate", () => {
  it.each([
    ["a stranger's files", { "companies.csv": "mine" }, "holds companies.csv and no dataset.json"],
    ["a stranger's dataset.json", { "dataset.json": "{}" }, "is not a synthetic dataset"],
  ])("leaves %s as they are", async (_what, files, problem) => {
    const folder = join(await temporaryDirectory(), "mine");
    await mkdir(folder);
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const refused = await runHere(`generate ${folder} --scale 0.001`);
    expectRefusal(refused, problem);
    for (const [name, text] of Object.entries(files)) {
      expect(await readFile(join(folder, name), "utf8")).toBe(text);
    }
  });

  it("leaves a dataset of real data as it is, and replaces one of its own", async () => {
    const folder = join(await temporaryDirectory(), "imported");
    await mkdir(folder);
    const example = resolve(import.meta.dirname, "../../data/example/dataset.json");
    const real = { ...JSON.parse(await readFile(example, "utf8")), synthetic: false };
    await writeFile(join(folder, "dataset.json"), JSON.stringify(real));
    expect((await runHere(`generate ${folder} --scale 0.001`)).exitCode).toBe(2);
    const own = join(await temporaryDirectory(), "own");
    for (let i = 0; i < 2; i++) {
      expect(await runHere(`generate ${own} --scale 0.001`)).toMatchObject({ exitCode: 0 });
    }
  });
});
