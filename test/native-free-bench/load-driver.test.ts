import { rename } from "node:fs/promises";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { callAtFixedRate } from "../../native-free-bench/load/fixed-rate.ts";
import { Latencies } from "../../native-free-bench/load/latencies.ts";
import { soakResult } from "../../native-free-bench/load/soak-result.ts";
import { stolenTime } from "../../native-free-bench/load/stolen-time.ts";
import { copiedCountry, twoCountries } from "../support/country/copy-country.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { expectRefusal, readyServer, startScript } from "../support/run/run-terrace.ts";
import { isDeepRun } from "../support/run/test-form.ts";
import { listenForTest } from "../support/wire/sockets.ts";

const DRIVER = resolve(import.meta.dirname, "../../native-free-bench/load/main.ts");
const SOAK = resolve(import.meta.dirname, "../../native-free-bench/load/soak.ts");

const TOKEN = "a-token-of-the-metrics";

const runDriver = (words: string, driver = DRIVER) =>
  startScript(driver, words, { TERRACE_METRICS_TOKEN: TOKEN }).finished;

/** A copy of the country with a second snapshot to alternate with. */
async function twoSnapshots(): Promise<string> {
  const { dataDir, other } = await twoCountries(await temporaryDirectory());
  await rename(other.directory, join(dataDir, "snapshots", other.snapshotId));
  return dataDir;
}

describe("callAtFixedRate", () => {
  it("counts from the instant a call was due, so that a server which stops delays all calls due meanwhile", async () => {
    const calls = 20;
    const rate = 100;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const server = createServer(async (_, response) => {
      await released;
      response.end("{}");
    });
    const url = `http://127.0.0.1:${await listenForTest(server)}`;
    let drawn = 0;
    const result = await callAtFixedRate({
      url,
      rate,
      seconds: calls / rate,
      connections: 1,
      timeoutMs: 60_000,
      next: () => {
        // The server answers nothing before the last call is due.
        if (++drawn === calls) release();
        return ["a.Service/Method", {}];
      },
    });
    expect(result).toMatchObject({ sent: calls, answered: calls });
    expect(result.errors.size).toBe(0);
    // Call k was due (calls - 1 - k) ticks before the release: half of them waited longer than half of all
    // ticks.
    const lastDue = ((calls - 1) * 1000) / rate;
    expect(result.latencies.quantile(1)!).toBeGreaterThanOrEqual(lastDue - 1);
    expect(result.latencies.quantile(0.5)!).toBeGreaterThanOrEqual(lastDue / 2 - 1000 / rate - 1);
  });

  it("names what went wrong by status, and tells of connections that break", async () => {
    const server = createServer((request, response) => {
      if (request.url === "/broken") request.socket.destroy();
      else response.writeHead(503).end();
    });
    const paths = ["broken", "busy", "busy", "broken"];
    const result = await callAtFixedRate({
      url: `http://127.0.0.1:${await listenForTest(server)}`,
      rate: 1000,
      seconds: paths.length / 1000,
      connections: 4,
      timeoutMs: 60_000,
      next: () => [paths.pop()!, {}],
    });
    expect(Object.fromEntries(result.errors)).toEqual({ 503: 2, ECONNRESET: 2 });
    expect(result.answered).toBe(0);
  });
});

describe("Latencies", () => {
  it("gives ranks of what it was told, and nothing of nothing", () => {
    const latencies = new Latencies();
    expect(latencies.summary()).toEqual({ p50: null, p99: null, p999: null, max: null });
    for (let ms = 1000; ms >= 1; ms--) latencies.add(ms);
    expect(latencies.summary()).toEqual({ p50: 500, p99: 990, p999: 999, max: 1000 });
  });
});

describe("soakResult", () => {
  const report = {
    rate: 10,
    sent: 100,
    answered: 100,
    errors: {},
    latencyMs: { p50: 1, p99: 2, p999: 3, max: 4 },
  };
  const readings = (megabytes: (minute: number) => number, delay: (minute: number) => number) =>
    Array.from({ length: 60 }, (_, minute) => ({
      minute,
      stolen: minute === 7 ? 0.42 : 0,
      residentMb: megabytes(minute),
      heapMb: 50,
      loopDelayP99Ms: delay(minute),
      unreadMb: 0,
    }));
  const soak = { report, published: 60, exitCode: 0 };

  it("forgives memory that fills at first and swings, and finds a slow leak under the swings", () => {
    const swing = (minute: number) => (minute % 3) * 40;
    const filled = readings(
      (minute) => 300 + 100 * Math.min(1, minute / 10) + swing(minute),
      () => 5,
    );
    const { broken, lines } = soakResult({ ...soak, readings: filled });
    expect(broken).toEqual([]);
    expect(lines).toContain(
      "taken from this machine by its host: 0, 0, 42 % of the processors (least, middle, most)",
    );
    const leaking = readings(
      (minute) => 300 + 2 * minute + swing(minute),
      () => 5,
    );
    expect(soakResult({ ...soak, readings: leaking }).broken).toEqual([
      expect.stringMatching(/^memory grew by (1\.[89]|2\.[01])\d MB a minute$/),
    ]);
  });

  it("names calls without an answer, a late loop, a server that fell and one that told nothing", () => {
    const late = readings(
      () => 300,
      (minute) => (minute === 7 ? 20 : 5),
    );
    const failed = { ...report, answered: 98, errors: { 503: 2 } };
    // The host had 42 % of the CPU in that minute.
    expect(soakResult({ ...soak, readings: late }).lines).toContain(
      "event loop's p99 by reading: 5.0, 5.0, 20.0 ms (least, middle, most), 1 of 60 at or above 20, 0 of them while the host took less than 5 %",
    );
    expect(soakResult({ ...soak, report: failed, readings: late, exitCode: 1 }).broken).toEqual([
      "2 calls were not answered",
      "the loop's p99 was 20 ms or more in 1 readings",
      "the server ended with 1",
    ]);
    expect(soakResult({ ...soak, readings: [] }).broken).toEqual(["the server told nothing"]);
  });
});

describe("npm run soak", () => {
  it.runIf(isDeepRun)(
    "calls a server at a fixed rate while snapshots take turns, and tells its figures between publications",
    async () => {
      const pace = "--minutes 0.1 --rate 20 --warm-up-seconds 1 --publish-seconds 1 --timeout-ms 120000";
      const run = await runDriver(`--data-dir ${await twoSnapshots()} ${pace} --json`, SOAK);
      expect(run.stderr).toContain("calling 20 times a second for 0.1 min, with a publication every 1 s");
      const result = JSON.parse(run.stdout);
      expect(result.load).toMatchObject({ sent: 120, answered: 120, errors: {} });
      expect(result.readings.length).toBeGreaterThan(0);
      expect(result.readings[0].residentMb).toBeGreaterThan(20);
      expect(result.broken.filter((text: string) => /not answered|ended|nothing/.test(text))).toEqual([]);
    },
  );

  it.runIf(isDeepRun)("takes its server with it when it is ended", async () => {
    const soak = startScript(SOAK, `--data-dir ${await twoSnapshots()} --rate 5`);
    const [, url] = /drawing keys from (\S+)/.exec(await soak.said(/drawing keys from \S+\n/))!;
    expect((await soak.stop()).exitCode).toBe(130);
    await eventually(() => expect(fetch(`${url}/health`)).rejects.toThrow());
  });

  it("refuses a folder without two snapshots to take turns", async () => {
    const dataDir = await copiedCountry();
    const run = await runDriver(`--data-dir ${dataDir}`, SOAK);
    expectRefusal(run, `${dataDir} holds 1 snapshots; two are wanted, to take turns`);
    expect(run.stdout).toBe("");
  });
});

describe("npm run load", () => {
  it.runIf(isDeepRun)(
    "calls a server of its own process with every kind of call, and tells figures of both",
    async () => {
      const serve = `serve --port 0 --data-dir ${await copiedCountry()}`;
      const server = await readyServer(serve, { TERRACE_METRICS_TOKEN: TOKEN });
      const run = await runDriver(`--url ${server.url} --rate 100 --seconds 3 --timeout-ms 120000 --json`);
      await server.stop();
      expect(run.stderr).toContain("calling 100 times a second for 3 s");
      expect(run.exitCode).toBe(0);
      const report = JSON.parse(run.stdout);
      expect(report).toMatchObject({ sent: 300, answered: 300, errors: {} });
      expect(report.server.greatest.residentMb).toBeGreaterThan(20);
      expect(report.server.greatest.unreadMb).toBeGreaterThanOrEqual(0);
      expect(report.server.greatest.loopDelayP99Ms).toBeGreaterThan(0);
      const methods = Object.keys(report.methods);
      expect(methods.length).toBeGreaterThan(10);
      expect(report.methods["shorts.v1alpha1.HousingService/FilterSuburbs"].calls).toBeGreaterThan(40);
    },
  );

  it("refuses to start without an address, with a rate that is none, and where nobody answers", async () => {
    for (const [words, said] of [
      ["", "--url is required"],
      ["--url http://127.0.0.1:1 --rate many", '--rate "many" is not a number above 0'],
      ["--url http://127.0.0.1:1", "http://127.0.0.1:1 cannot be called"],
    ]) {
      expectRefusal(await runDriver(words), said);
    }
    expect((await runDriver("--help")).stdout).toContain("--find-max");
  });
});

describe("stolenTime", () => {
  it("tells the host's share of the ticks since it was asked last, and nothing where no system tells", () => {
    const stats = ["cpu  10 0 10 70 5 0 0 5 0 0\ncpu0 1", "cpu  20 0 20 120 10 0 0 30 0 0\ncpu0 1"];
    const share = stolenTime(() => stats.shift()!);
    expect(share()).toBe(0.25);
    const unknown = stolenTime(() => {
      throw new Error("no such file");
    });
    expect(unknown()).toBe(0);
  });
});
