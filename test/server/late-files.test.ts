import { copyFile, cp, mkdir, mkdtemp, readFile, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  HealthCheckResponse_ServingStatus,
  Health as HealthService,
} from "../../src/gen/grpc/health/v1/health_pb.ts";
import { CURRENT_SNAPSHOT } from "../../src/rpc/health/health.ts";
import { listFiles } from "../../src/snapshot/store/verify.ts";
import { asking } from "../support/country/ask-country.ts";
import { copyCountry, copySecondCountry, setCurrent } from "../support/country/copy-country.ts";
import { callJson, serveCountry, TEST_NOW } from "../support/country/serve-country.ts";
import { eventually, opened, sharedDirectory } from "../support/run/fixtures.ts";
import { leaveDescriptors } from "../support/run/leave-descriptors.ts";
import { removeDirectory } from "../support/run/remove-directory.ts";
import { startServer } from "../support/run/run-terrace.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { inForm, someOf } from "../support/run/test-form.ts";
import { heavyRequests } from "../support/wire/heavy-requests.ts";
import { METRICS_TOKEN, metricOf, metricsPage } from "../support/wire/metric-value.ts";
import { threadsForTest } from "../support/wire/thread-connections.ts";

const INDEX = "shorts.v1alpha1.HousingService/GetSuburbIndex";
const { SERVING, NOT_SERVING } = HealthCheckResponse_ServingStatus;
const ORDERS = inForm({ short: 1, deep: 2, long: 40 });

const root = sharedDirectory("late");
const other = opened(() => copySecondCountry(root));

async function countryCopy(): Promise<{ dataDir: string; oldId: string }> {
  const parent = await mkdtemp(join(root, "copy-"));
  const dataDir = join(parent, "data");
  await copyCountry(dataDir);
  onTestFinished(() => removeDirectory(parent));
  return { dataDir, oldId: (await readFile(join(dataDir, "CURRENT"), "utf8")).trim() };
}

async function servedId(url: string): Promise<string | null> {
  const { status, headers } = await callJson(url, INDEX, { stateCode: "VIC" });
  expect(status).toBe(200);
  return headers.get("x-terrace-snapshot");
}

interface HealthDocument {
  readonly status: string;
  readonly error?: string;
  readonly since?: string;
  readonly refusedSnapshot?: string | null;
}

const healthOf = (url: string) => asking({ url }).json<HealthDocument>("/api/health");

describe("a server whose CURRENT comes before its files", () => {
  it("says which snapshot it waits for, why and since when, and serves it when the last file is there", async () => {
    const { dataDir, oldId } = await countryCopy();
    const lines: string[] = [];
    const serving = await serveCountry(dataDir, {
      logTo: (line) => lines.push(line),
      config: { metricsToken: METRICS_TOKEN },
    });
    const health = createClient(HealthService, createGrpcTransport({ baseUrl: serving.url }));
    const statusOf = async (service: string) => (await health.check({ service })).status;
    const metrics = () => metricsPage(serving);
    expect(await healthOf(serving.url)).toMatchObject({ status: "healthy" });
    expect(await metrics()).toMatch(/^terrace_snapshot_degraded 0$/m);

    await setCurrent(dataDir, other.snapshotId);
    await eventually(async () => expect((await healthOf(serving.url)).status).toBe("degraded"));
    expect(await healthOf(serving.url)).toMatchObject({
      error: `${other.snapshotId}: manifest.json is missing`,
      since: TEST_NOW.toISOString(),
      refusedSnapshot: other.snapshotId,
    });
    expect([await statusOf(""), await statusOf(CURRENT_SNAPSHOT)]).toEqual([SERVING, NOT_SERVING]);
    const text = await metrics();
    expect(text).toMatch(/^terrace_snapshot_degraded 1$/m);
    const since = `terrace_snapshot_degraded_since_seconds{snapshot_id="${other.snapshotId}"} ${TEST_NOW.getTime() / 1000}`;
    expect(text).toContain(since);

    const target = join(dataDir, "snapshots", other.snapshotId);
    const files = await listFiles(other.directory);
    const [last, ...others] = files.filter((file) => file !== "manifest.json");
    for (const file of ["manifest.json", ...others]) {
      await mkdir(dirname(join(target, file)), { recursive: true });
      await copyFile(join(other.directory, file), join(target, file));
    }
    const refusals = (page: string) => metricOf(page, "terrace_snapshot_refusals_total");
    await eventually(async () => expect(refusals(await metrics())).toBeGreaterThan(refusals(text)));
    expect(await servedId(serving.url)).toBe(oldId);
    await copyFile(join(other.directory, last), join(target, last));
    const ended = performance.now();
    await eventually(async () => expect(await servedId(serving.url)).toBe(other.snapshotId));
    console.log(`late files: served ${Math.round(performance.now() - ended)} ms after the last file`);

    await eventually(async () => expect(await statusOf(CURRENT_SNAPSHOT)).toBe(SERVING));
    expect(Object.keys(await healthOf(serving.url)).sort()).toEqual(["service", "status", "timestamp"]);
    expect(await metrics()).toMatch(/^terrace_snapshot_degraded 0$/m);
    const errors = lines.map((line) => JSON.parse(line)).filter((line) => line.level === 50);
    const reasons = errors.map((line) => line.err.message);
    expect(new Set(reasons).size).toBe(reasons.length);
    await serving.close();
  });

  it("follows a replica whose files arrive in any order, and answers from one whole snapshot meanwhile", async () => {
    const random = seededRandom(runSeed("replica order"));
    let [arrivals, answers] = [0, 0];
    const { dataDir, oldId } = await countryCopy();
    const target = join(dataDir, "snapshots", other.snapshotId);
    const serving = await serveCountry(dataDir);
    const steps = ["CURRENT", ...(await listFiles(other.directory))];
    for (let order = 0; order < ORDERS; order++) {
      const shuffled = steps.map((step) => ({ step, at: random() })).sort((a, b) => a.at - b.at);
      for (const { step } of shuffled) {
        if (step === "CURRENT") await setCurrent(dataDir, other.snapshotId);
        else {
          await mkdir(dirname(join(target, step)), { recursive: true });
          await copyFile(join(other.directory, step), join(target, step));
        }
        arrivals++;
        if (arrivals % 5 === 0) await serving.check();
        // An incomplete snapshot is not served.
        if (step !== shuffled.at(-1)!.step) expect(await servedId(serving.url)).toBe(oldId);
        answers++;
      }
      await eventually(async () => expect(await servedId(serving.url)).toBe(other.snapshotId));
      await setCurrent(dataDir, oldId);
      await serving.check();
      expect(await servedId(serving.url)).toBe(oldId);
      await removeDirectory(target);
    }
    console.log(
      `replica copies: ${ORDERS} orders, ${arrivals} arrivals, ${answers} answers from whole snapshots`,
    );
    await serving.close();
  });
});

describe("a server whose data directory is deleted", () => {
  it("answers on from memory, says so, and follows again when the directory is back", async () => {
    const { dataDir, oldId } = await countryCopy();
    const serving = await serveCountry(dataDir);
    const answers = async () => {
      const calls = [
        [INDEX, { stateCode: "VIC" }],
        ["shorts.v1alpha1.HousingService/GetSuburbProfile", { salCode: "10001" }],
        ["shorts.v1alpha1.HousingService/ListSuburbPriceDrops", { stateCode: "VIC" }],
        ["shorts.v1alpha1.EconomyService/ListEconomicSeries", {}],
        ["terrace.v1.ExplorerService/DescribeMetrics", { stateCode: "TAS" }],
      ] as const;
      const all = await Promise.all(calls.map(([method, body]) => callJson(serving.url, method, body)));
      expect(all.map(({ status }) => status)).toEqual(calls.map(() => 200));
      return all.map(({ body }) => body);
    };
    const before = await answers();
    const aside = `${dataDir}.aside`;
    await rename(dataDir, aside);
    await eventually(async () =>
      expect(await healthOf(serving.url)).toMatchObject({
        status: "degraded",
        error: "CURRENT is gone",
        refusedSnapshot: null,
      }),
    );
    expect(await answers()).toEqual(before);
    // First-time requests too, on threads that start now.
    const heavy = heavyRequests([]);
    const firstHeavy = async (number: number) => {
      for (const method of ["RankSuburbs", "AggregateDrops", "AggregateDonations"]) {
        const { status } = await callJson(
          serving.url,
          `terrace.v1.ExplorerService/${method}`,
          heavy[method](number),
        );
        expect([method, status]).toEqual([method, 200]);
      }
    };
    await firstHeavy(1);
    await rename(aside, dataDir);
    await eventually(async () => expect((await healthOf(serving.url)).status).toBe("healthy"));
    expect(await servedId(serving.url)).toBe(oldId);
    await cp(other.directory, join(dataDir, "snapshots", other.snapshotId), { recursive: true });
    await setCurrent(dataDir, other.snapshotId);
    await eventually(async () => expect(await servedId(serving.url)).toBe(other.snapshotId));
    // The served snapshot may also disappear: it is read from memory and open files. No server could start
    // from what is left, so health reports it until it is back.
    const served = await answers();
    const gone = join(dataDir, "snapshots", other.snapshotId);
    await rename(gone, aside);
    await eventually(async () =>
      expect(await healthOf(serving.url)).toMatchObject({
        status: "degraded",
        error: expect.stringMatching(/^the snapshot that is served is gone/),
        refusedSnapshot: null,
      }),
    );
    expect(await answers()).toEqual(served);
    await firstHeavy(2);
    // Files of rows are read from the tables, which have not been queried before.
    const { expectAnswers } = asking(serving);
    const file = "/v1/drops/suburbs/VIC.csv";
    await expectAnswers([[file, 503, "cannot be read at the moment"]]);
    await rename(aside, gone);
    await expectAnswers([[file, 200, ",VIC,"]]);
    await eventually(async () => expect((await healthOf(serving.url)).status).toBe("healthy"));
    await serving.close();
  });
});

describe("a server without descriptors to spare", () => {
  it.each(someOf([0, 1, 2], 1))(
    "answers on with %i left, and serves the new snapshot when there are more",
    async (spare) => {
      const { dataDir, oldId } = await countryCopy();
      const { url, child, stop } = await startServer(["--data-dir", dataDir]);
      // A persistent connection: a new one would need a descriptor.
      const [{ ask }] = await threadsForTest(url, 1);
      const health = async () => JSON.parse((await ask("/api/health")).text) as HealthDocument;
      const address = `/${INDEX}?connect=v1&encoding=json&message=${encodeURIComponent('{"stateCode":"VIC"}')}`;
      const index = async () => (await ask(address)).headers["x-terrace-snapshot"];
      expect(await index()).toBe(oldId);
      await cp(other.directory, join(dataDir, "snapshots", other.snapshotId), { recursive: true });
      const raise = await leaveDescriptors(child.pid!, spare);
      await setCurrent(dataDir, other.snapshotId);
      // With 0 descriptors the swap cannot begin; with a few it may succeed with the tables in memory.
      await eventually(async () => {
        const [{ status }, snapshot] = [await health(), await index()];
        expect(status === "degraded" || snapshot === other.snapshotId).toBe(true);
      });
      console.log(`${spare} descriptors left: ${(await health()).error ?? "swapped"}`);
      if (spare === 0) expect(await index()).toBe(oldId);
      raise();
      const ended = performance.now();
      await eventually(async () => expect(await index()).toBe(other.snapshotId));
      console.log(`descriptors: served ${Math.round(performance.now() - ended)} ms after there were more`);
      await eventually(async () => expect((await health()).status).toBe("healthy"));
      expect((await stop()).exitCode).toBe(0);
    },
  );
});
