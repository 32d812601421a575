import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { copyCountry } from "../support/country/copy-country.ts";
import { copySecondCountry, type SecondCountry } from "../support/country/second-country.ts";
import { serveCountry } from "../support/country/serve-country.ts";
import { learnTruth, startCallers, type Truth } from "../support/country/steady-callers.ts";
import { eventually } from "../support/run/eventually.ts";
import { startTerrace } from "../support/run/run-terrace.ts";
import { temporaryDirectory } from "../support/run/temporary-directory.ts";
import { freePort } from "../support/wire/free-port.ts";

const DEPLOY = resolve(import.meta.dirname, "../../data/deploy");
const HAPROXY = "/usr/sbin/haproxy";
const NGINX = "/usr/sbin/nginx";
const SYSTEMD = "/usr/bin/systemd-analyze";

/** The example with this test's addresses in place of its own. */
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
  // Paths that only root may write belong to the machine, not to the example.
  if (name === "nginx.conf") {
    text = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;\n${text.replace("http {", `http {\n  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;`)}`;
  }
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

let second: SecondCountry;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "terrace-deploy-"));
  second = await copySecondCountry(root);
});
afterAll(() => rm(root, { recursive: true, force: true }));

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

  it.skipIf(!existsSync(program))(
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
        const replica = startTerrace(["serve", "--data-dir", dataDir, "--port", String(ports[i])], env);
        onTestFinished(() => void replica.child.kill("SIGKILL"));
        return replica;
      });
      for (const replica of replicas) await replica.said(/ready at /);
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
      replicas[0].child.kill("SIGKILL");
      const killedAt = callers.counted.calls;
      await eventually(() => expect(callers.counted.calls).toBeGreaterThan(killedAt + 60));
      // Rejects with the first call that failed or was answered wrong.
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
});
