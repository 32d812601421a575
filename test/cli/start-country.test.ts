import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { growthOf } from "../../src/cli/start/growth-mark.ts";
import { listSnapshots } from "../../src/snapshot/store/list.ts";
import { postJson } from "../support/country/call-json.ts";
import { placeEarlierSnapshot } from "../support/country/copy-country.ts";
import { callJson } from "../support/country/serve-country.ts";
import { copyKept, sharedAustralia, sharedTerritory } from "../support/country/shared-country.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { readyServer, runTerrace, startTerrace } from "../support/run/run-terrace.ts";
import { isDeepRun } from "../support/run/test-form.ts";
import { freePort } from "../support/wire/free-port.ts";

const METHOD = "shorts.v1alpha1.HousingService/GetSuburbIndex";

it.runIf(isDeepRun)(
  "holds the port while it makes data: callers hear to ask again, a second start where the first is",
  async () => {
    const dataDir = join(await temporaryDirectory(), "data");
    const port = await freePort();
    const args = `start --synthetic --data-dir ${dataDir} --port ${port} --scale 0.005`;
    const first = startTerrace(args);
    await first.said(/holds no snapshot yet/);
    const url = `http://127.0.0.1:${port}`;
    const early = await callJson(url, METHOD, { stateCode: "ACT" });
    expect(early).toMatchObject({ status: 503, body: { code: "unavailable" } });
    const page = await fetch(url, { headers: { accept: "text/html" } });
    expect(await page.text()).toContain("Terrace is starting");
    const second = await runTerrace(args);
    expect(second.exitCode).toBe(0);
    expect(second.stderr).toContain(`Terrace is already starting at ${url}`);
    await first.said(/ready at/);
    expect((await callJson(url, METHOD, { stateCode: "ACT" })).status).toBe(200);
    expect((await first.stop()).exitCode).toBe(0);
  },
);

it.runIf(isDeepRun)(
  "makes synthetic data of an earlier version again, answers from a small country first, goes on from there when stopped, and follows to the one asked for",
  async () => {
    // The small country is the shared one.
    const dataDir = await copyKept(await temporaryDirectory(), inject("country"));
    const args = `start --synthetic --data-dir ${dataDir} --port 0 --scale 0.03`;
    await placeEarlierSnapshot(dataDir, { schemaVersion: 2, synthetic: true });
    const first = startTerrace(args);
    await first.said(/synthetic data that an earlier version built \(schema 2\): making a small/);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await first.said(/ready at/))![0];
    expect((await callJson(url, METHOD, { stateCode: "NSW" })).status).toBe(200);
    expect((await first.stop()).exitCode).toBe(0);
    const begun = await listSnapshots(dataDir);
    const readable = begun.flatMap(({ facts }) => facts?.datasetId ?? []);
    expect(readable).toEqual(["synthetic-australia-seed1-scale0.02"]);
    const second = startTerrace(args);
    await second.said(/serving a new snapshot/);
    expect((await second.stop()).exitCode).toBe(0);
    const current = (await readFile(join(dataDir, "CURRENT"), "utf8")).trim();
    const grown = (await listSnapshots(dataDir)).find(({ snapshotId }) => snapshotId === current);
    expect(grown?.facts?.datasetId).toBe("synthetic-australia-seed1-scale0.03");
    const third = await readyServer(args);
    expect((await third.stop()).stdout).not.toContain("is built in the background");
  },
);

it.runIf(isDeepRun)(
  "builds a territory of the real country first, then the whole, where there is none; nothing in it is made up",
  async () => {
    const dataDir = await temporaryDirectory();
    // Cached results of the three countries that it builds, shared by tests.
    for (const country of [await sharedTerritory(), await sharedAustralia(), inject("country")]) {
      await copyKept(dataDir, country);
    }
    const args = `start --data-dir ${dataDir} --port 0 --threads 1`;
    const { said, stop } = startTerrace(args);
    await said(/holds no snapshot yet: building the Australian Capital Territory first/);
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(await said(/ready at/))!;
    const hits = async (query: string) => {
      const answer = await postJson(`${url}/terrace.v1.ExplorerService/Search`, {
        query,
        kinds: ["suburb"],
        limit: 1,
      });
      expect(answer.headers.get("x-terrace-synthetic")).toBe("false");
      return ((await answer.json()) as { hits?: { title: string }[] }).hits ?? [];
    };
    expect(await hits("Belconnen")).toMatchObject([{ title: "Belconnen" }]);
    await said(/the whole country will be ready in about \d/);
    await said(/the whole country was built in \d/);
    await eventually(async () => expect(await hits("Bondi")).toMatchObject([{ title: "Bondi" }]));
    // If it stops before the synthetic country is built, the next start builds it.
    const { exitCode, stdout, stderr } = await stop();
    expect(exitCode).toBe(0);
    expect(stdout + stderr).not.toContain("SYNTHETIC");
    const left = await growthOf(dataDir);
    expect([undefined, { demo: true }]).toContainEqual(left);
    const again = await readyServer(args);
    if (left !== undefined)
      await again.said(/a synthetic country, with data for every feature, is at \/at\/demo\//);
    for (const [path, isMadeUp] of [
      ["/at/demo/v1/suburbs/ACT.csv", "true"],
      ["/v1/suburbs/ACT.csv", "false"],
    ]) {
      const { status, headers } = await fetch(again.url + path);
      expect([path, status, headers.get("x-terrace-synthetic")]).toEqual([path, 200, isMadeUp]);
    }
    await eventually(async () => expect(await growthOf(dataDir)).toBeUndefined());
    expect((await again.stop()).stdout).not.toContain("is built in the background");
  },
  600_000,
);
