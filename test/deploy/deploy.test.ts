import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { copyCountry, copySecondCountry } from "../support/country/copy-country.ts";
import { callJson, serveCountry } from "../support/country/serve-country.ts";
import { learnTruth, startCallers, type Truth } from "../support/country/steady-callers.ts";
import { eventually, opened, sharedDirectory, temporaryDirectory } from "../support/run/fixtures.ts";
import { startServer } from "../support/run/run-terrace.ts";
import { isDeepRun } from "../support/run/test-form.ts";
import { freePort } from "../support/wire/free-port.ts";

const DEPLOY = resolve(import.meta.dirname, "../../data/deploy");
const HAPROXY = "/usr/sbin/haproxy";
const NGINX = "/usr/sbin/nginx";
const SYSTEMD = "/usr/bin/systemd-analyze";
const STRACE = "/usr/bin/strace";

/** Copies the example configuration with this test's addresses. */
async function configOf(
  name: string,
  port: number,
  replicas: readonly number[],
  folder: string,
): Promise<string> {
  let text = await readFile(join(DEPLOY, name), "utf8");
  for (const [from, to] of [
    ["0.0.0.0:8080", `127.0.0.1:${port}`],
    ["10.0.0.11:8080", `127.0.0.1:${replicas[0]}`],
    ["10.0.0.12:8080", `127.0.0.1:${replicas[1]}`],
    ["/srv/www", folder],
  ]) {
    expect(name === "haproxy.cfg" && from === "/srv/www" ? true : text.includes(from), from).toBe(true);
    text = text.replaceAll(from, to);
  }
  // Paths that only root may write are the machine's, not the example's.
  if (name === "nginx.conf") {
    text = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\n${text.replace("http {", `http {\n  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;`)}`;
  }
  // So is the response time of a health check: here the CPUs are shared with the callers and with other
  // tests.
  if (name === "haproxy.cfg") {
    expect(text).toContain("timeout check 2s");
    text = text.replace("timeout check 2s", "timeout check 60s");
  }
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const root = sharedDirectory("deploy");
const second = opened(() => copySecondCountry(root));

describe.each([
  ["HAProxy", HAPROXY, "haproxy.cfg", (path: string) => ["-f", path], (path: string) => ["-c", "-f", path]],
  ["nginx", NGINX, "nginx.conf", (path: string) => ["-c", path], (path: string) => ["-t", "-c", path]],
] as const)("replicas behind Debian's %s", (_name, program, file, runArgs, checkArgs) => {
  it.skipIf(!existsSync(program))("has an example that the program takes", async () => {
    const folder = await temporaryDirectory();
    const path = await configOf(file, await freePort(), [1, 2], folder);
    const { status, stderr } = spawnSync(program, checkArgs(path), { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  });

  it.skipIf(!existsSync(program) || (!isDeepRun && program === NGINX))(
    "lose no call while a snapshot is published and a replica is killed",
    async () => {
      const folder = await temporaryDirectory();
      const truth: Truth = new Map();
      const dataDirs = [join(folder, "one"), join(folder, "two")];
      for (const dataDir of dataDirs) await copyCountry(dataDir);
      const known = join(folder, "known");
      await copyCountry(known);
      for (const isSecond of [false, true]) {
        if (isSecond) await publishSnapshot(second.directory, known);
        const serving = await serveCountry(known);
        await learnTruth(serving.url, truth);
        await serving.close();
      }
      expect(truth.size).toBe(2);
      const ports = [await freePort(), await freePort()];
      const replicas = dataDirs.map((dataDir, i) => {
        const env = { TERRACE_AGENT_POLICY: "off" };
        return startServer(`--data-dir ${dataDir} --port ${ports[i]}`, env);
      });
      const [first] = await Promise.all(replicas);
      const port = await freePort();
      await mkdir(join(folder, "proxy-files"));
      const path = await configOf(file, port, ports, join(folder, "proxy-files"));
      const proxy = spawn(program, runArgs(path), { stdio: "ignore" });
      const ended = once(proxy, "exit");
      onTestFinished(async () => {
        proxy.kill("SIGTERM");
        await ended;
      });
      const url = `http://127.0.0.1:${port}`;
      await eventually(async () => expect((await fetch(`${url}/api/health`)).status).toBe(200));
      const callers = startCallers(url, truth, 4);
      await eventually(() => expect(callers.counted.calls).toBeGreaterThan(40));
      for (const dataDir of dataDirs) {
        const before = callers.counted.calls;
        await publishSnapshot(second.directory, dataDir);
        await eventually(() => expect(callers.counted.calls).toBeGreaterThan(before + 20));
      }
      await eventually(() =>
        expect(callers.counted.bySnapshot.get(second.snapshotId) ?? 0).toBeGreaterThan(20),
      );
      // The replica that is left alone must have finished loading the new snapshot.
      await eventually(async () => {
        const own = `http://127.0.0.1:${ports[1]}`;
        const { headers } = await callJson(own, "shorts.v1alpha1.HousingService/GetPriceDropsOverview", {});
        expect(headers.get("x-terrace-snapshot")).toBe(second.snapshotId);
      });
      first.child.kill("SIGKILL");
      const killedAt = callers.counted.calls;
      await eventually(() => expect(callers.counted.calls).toBeGreaterThan(killedAt + 60));
      // Rejects with the first call that failed or got a wrong response.
      await callers.stop();
      expect(callers.counted.bySnapshot.size).toBe(2);
    },
  );
});

describe("terrace.service", () => {
  it.skipIf(!existsSync(SYSTEMD))(
    "is a unit that systemd takes, and shuts most doors (systemd-analyze)",
    async () => {
      const path = join(DEPLOY, "terrace.service");
      const { stderr, status } = spawnSync(SYSTEMD, ["verify", path], { encoding: "utf8" });
      const complaints = stderr.split("\n").filter((line) => line.includes("terrace.service"));
      expect([status, complaints]).toEqual([0, []]);
      const judged = spawnSync(SYSTEMD, ["security", "--offline=yes", path], { encoding: "utf8" });
      const exposure = /Overall exposure level for terrace\.service: ([\d.]+)/.exec(judged.stdout)?.[1];
      expect(Number(exposure)).toBeLessThan(2.5);
    },
  );

  it.skipIf(!isDeepRun || !existsSync(SYSTEMD) || !existsSync(STRACE))(
    "allows every system call that a server makes which is asked for files and in SQL (strace)",
    async () => {
      const folder = await temporaryDirectory();
      await copyCountry(join(folder, "data"));
      const calls = join(folder, "calls");
      const token = "an-operators-token-of-the-tests";
      const port = await freePort();
      const main = resolve(import.meta.dirname, "../../src/cli/main.ts");
      const serve = ["serve", "--data-dir", join(folder, "data"), "--port", String(port), "--threads", "2"];
      const traced = spawn(
        STRACE,
        ["-f", "-c", "-U", "name", "-o", calls, process.execPath, main, ...serve],
        {
          stdio: "ignore",
          env: { ...process.env, TERRACE_INTERNAL_TOKEN: token, TERRACE_AGENT_POLICY: "off" },
        },
      );
      const ended = once(traced, "exit");
      onTestFinished(() => void traced.kill("SIGKILL"));
      const url = `http://127.0.0.1:${port}`;
      await eventually(async () => expect((await fetch(`${url}/api/health`)).status).toBe(200));
      const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
      const body = JSON.stringify({ sql: "SELECT 1 AS one", timeoutSeconds: 30 });
      const asked = await fetch(`${url}/v1/sql`, { method: "POST", headers, body });
      expect([asked.status, await asked.json()]).toEqual([200, [{ one: 1 }]]);
      for (const path of ["/v1/suburbs/AU.parquet", "/v1/shorts/latest.csv", "/v1/drops/index/AU.arrow"]) {
        const answer = await fetch(`${url}${path}`);
        expect([answer.status, (await answer.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
      }
      // The tracer exits after its only child, the server.
      const children = await readFile(`/proc/${traced.pid}/task/${traced.pid}/children`, "utf8");
      process.kill(Number(children.trim().split(" ")[0]), "SIGTERM");
      await ended;
      const unit = await readFile(join(DEPLOY, "terrace.service"), "utf8");
      const filters = Array.from(unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm), ([, no, groups]) => ({
        isAllowed: no === "",
        calls: new Set(groups.split(" ").flatMap(callsOf)),
      }));
      const used = (await readFile(calls, "utf8")).split("\n").filter((line) => /^[a-z_0-9]+$/.test(line));
      // The last line that names a call decides.
      const isAllowed = (call: string) => filters.findLast((one) => one.calls.has(call))?.isAllowed === true;
      expect(used.length).toBeGreaterThan(40);
      expect(used.filter((call) => !NO_CALLS.includes(call) && !isAllowed(call))).toEqual([]);
    },
  );
});

/** Words of the list's head and foot, and fchown, which SQLite calls only when it runs as root, as here. */
const NO_CALLS = ["syscall", "total", "fchown"];

function callsOf(name: string): string[] {
  if (!name.startsWith("@")) return [name];
  const { stdout } = spawnSync(SYSTEMD, ["syscall-filter", name], { encoding: "utf8" });
  const lines = stdout.split("\n").map((line) => line.trim());
  return lines
    .slice(1)
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap(callsOf);
}
