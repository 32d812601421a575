import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { growthOf } from "../../src/cli/start/growth-mark.ts";
import { DEFAULT_LIMITS } from "../../src/config/tier-limits.ts";
import { SNAPSHOT_SCHEMA_VERSION } from "../../src/snapshot/manifest/manifest.ts";
import { readCurrent } from "../../src/snapshot/store/read-current.ts";
import { postJson } from "../support/country/call-json.ts";
import { placeEarlierSnapshot } from "../support/country/copy-country.ts";
import { callJson } from "../support/country/serve-country.ts";
import { copyKept } from "../support/country/shared-country.ts";
import { temporaryDirectory } from "../support/run/fixtures.ts";
import { plainEnv } from "../support/run/packed-project.ts";
import { MAIN, readyServer, runHere, runTerrace, startTerrace } from "../support/run/run-terrace.ts";
import { hasProgram } from "../support/run/runs-program.ts";

const METHOD = "shorts.v1alpha1.HousingService/GetSuburbIndex";
const TOOL = "curl/8.5.0";

/** The demo with its default limits. */
async function start(command: string, flags = "") {
  const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
  // Every thread logs a notice once, so one thread.
  const data = `--data-dir ${inject("country").dataDir} --port 0 --quota-file ${quotaFile} --threads 1`;
  const running = await readyServer(`${command} ${data} ${flags}`, { TERRACE_LIMITS: "" });
  const stop = async () => {
    const { stdout, stderr } = await running.stop();
    return stdout + stderr;
  };
  return { ...running, stop };
}

async function call(url: string, headers: Record<string, string> = {}) {
  const response = await postJson(`${url}/${METHOD}`, '{"stateCode":"ACT"}', {
    "user-agent": TOOL,
    ...headers,
  });
  return { status: response.status, body: (await response.json()) as { message?: string } };
}

describe("terrace start", () => {
  it("neither limits callers on this machine nor turns them away by their agent", async () => {
    const { url, stop } = await start("start");
    for (let i = 0; i <= DEFAULT_LIMITS.anonymous.apiPerMinute; i++) {
      expect((await call(url)).status).toBe(200);
    }
    // Such headers show that a proxy on this machine forwards others' requests.
    for (const header of ["x-forwarded-for", "forwarded", "via", "x-real-ip"]) {
      expect((await call(url, { [header]: "192.0.2.1" })).status).toBe(403);
    }
    await stop();
  });

  it("names the flag that lifts a refusal to whoever runs the server, and nothing to sign in to", async () => {
    for (const [command, flags] of [["serve"], ["start", "--trust-loopback off"]]) {
      const { url, stop } = await start(command, flags);
      const turnedAway = await call(url);
      expect(turnedAway.status).toBe(403);
      expect(turnedAway.body.message).toContain("--agent-policy off");
      expect((await call(url, { via: "1.1 proxy" })).body.message).not.toContain("--agent-policy");
      let limited = await call(url, { "user-agent": "tests/1" });
      for (let i = 0; i < DEFAULT_LIMITS.anonymous.apiPerMinute; i++) {
        limited = await call(url, { "user-agent": "tests/1" });
      }
      expect(limited.status).toBe(429);
      expect(limited.body.message).toContain("--limits off");
      expect(limited.body.message).not.toContain("Sign in");
      const remote = await call(url, { "user-agent": "tests/1", via: "1.1 proxy" });
      expect(remote.status).toBe(429);
      expect(remote.body.message).not.toContain("--limits");
      const said = await stop();
      expect(said.split("--agent-policy off lets every agent in")).toHaveLength(2);
      expect(said.split("--limits off limits nobody")).toHaveLength(2);
    }
  });

  it("greets a person with what is served, the page, the documentation and three calls that answer", async () => {
    const { url, said, stop } = await start("start", "--log-format text");
    const text = await said(/Press ctrl-C to stop/);
    for (const part of [
      `ready at ${url}\n`,
      `page  ${url}/\n`,
      `docs  ${url}/docs\n`,
      "SYNTHETIC",
      "suburbs",
    ]) {
      expect(text).toContain(part);
    }
    const calls = [...text.matchAll(/^ {2}curl (.*) (http\S+) \\\n {4}-d '(.*)'$/gm)];
    expect(calls).toHaveLength(3);
    for (const [, , address, request] of calls) {
      const path = address.slice(url.length + 1);
      const { status, body } = await callJson(url, path, JSON.parse(request));
      expect([status, Object.keys(body as object).length > 0]).toEqual([200, true]);
    }
    await said(/RankSuburbs {2}200 {2}[\d.]+ ms {2}[\d.]+ k?B/);
    expect(await stop()).not.toContain('{"level"');
  });

  it.skipIf(!hasProgram("script"))(
    "is readable on a terminal without being told to, and JSON in a pipe",
    async () => {
      // Its own quota file: other tests copy the country at the same time.
      const quotaFile = join(await temporaryDirectory(), "quota.sqlite");
      const command = `${process.execPath} ${MAIN} start --port 0 --data-dir ${inject("country").dataDir} --quota-file ${quotaFile}`;
      const child = spawn("script", ["-qefc", command, "/dev/null"], { stdio: ["pipe", "pipe", "inherit"] });
      let shown = "";
      const isGreeted = new Promise<void>((greeted) =>
        child.stdout.setEncoding("utf8").on("data", (text: string) => {
          shown += text;
          if (shown.includes("Press ctrl-C to stop")) greeted();
        }),
      );
      const ended = new Promise((resolve) => child.once("close", resolve));
      await Promise.race([isGreeted, ended]);
      // ctrl-C as the terminal sends it.
      child.stdin.write("\x03");
      await ended;
      expect(shown).toContain("Three example calls");
      expect(shown).not.toContain('{"level"');
      const piped = await start("start");
      expect(await piped.stop()).toContain('{"level":30');
    },
  );

  it("says where one runs already, and ends with 0, though both take the port on several threads", async () => {
    const { url, stop } = await start("start", "--threads 2");
    const { port } = new URL(url);
    const second = await runTerrace(`start --data-dir ${inject("country").dataDir} --port ${port}`);
    expect(second).toMatchObject({ exitCode: 0, stdout: "" });
    expect(second.stderr).toContain(`Terrace is already running at ${url}, with synthetic data as of 20`);
    expect(second.stderr).toContain("--port");
    expect((await call(url)).status).toBe(200);
    await stop();
  });

  it("leaves real data of an earlier version alone and says what to do", async () => {
    const dataDir = join(await temporaryDirectory(), "data");
    await placeEarlierSnapshot(dataDir, { schemaVersion: 2, synthetic: false });
    const { exitCode, stderr } = await runHere(`start --data-dir ${dataDir} --port 0`);
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain("schemaVersion is 2; this version of terrace reads 4; build the snapshot again");
  });
});

it("takes a scale of the made-up country only, and one country at once", async () => {
  const of = async (flags: string) => (await runHere(`start ${flags}`)).stderr;
  expect(await of("--scale 0.02")).toContain("--scale needs --synthetic");
  expect(await of("--synthetic --dataset x")).toContain("exclude each other");
});

it("builds the real country in place of a made-up one in the usual directory, and serves one that is named", async () => {
  const home = await temporaryDirectory();
  const dataDir = join(home, ".terrace");
  await placeEarlierSnapshot(dataDir, { schemaVersion: SNAPSHOT_SCHEMA_VERSION, synthetic: true });
  const usual = spawn(process.execPath, [MAIN, "start", "--port", "0"], { cwd: home, env: plainEnv() });
  onTestFinished(() => void usual.kill("SIGKILL"));
  const [line] = await once(usual.stderr.setEncoding("utf8"), "data");
  expect(line).toContain(
    ".terrace holds a synthetic country, which is now served with --synthetic only: building the Australian",
  );
  usual.kill("SIGKILL");
  // Named explicitly, it is opened, and must fail since it is unreadable.
  const named = await runHere(`start --data-dir ${dataDir} --port 0`);
  expect(named.stderr).not.toContain("building");
  expect(named.exitCode).not.toBe(0);
});

it("goes on to the whole country also when it is killed as soon as the small one is current", async () => {
  // The small country is the shared one.
  const dataDir = await copyKept(await temporaryDirectory(), inject("country"));
  const { child, finished } = startTerrace(`start --synthetic --data-dir ${dataDir} --port 0`);
  const current = join(dataDir, "CURRENT");
  const watcher = watch(dataDir, () => existsSync(current) && child.kill("SIGKILL"));
  await finished;
  watcher.close();
  expect(await readCurrent(dataDir)).toBeDefined();
  expect(await growthOf(dataDir)).toEqual({ scale: 1 });
});
