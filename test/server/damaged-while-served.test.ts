import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { publishSnapshot } from "../../src/snapshot/store/publish.ts";
import { asking } from "../support/country/ask-country.ts";
import { copiedCountry, copySecondCountry } from "../support/country/copy-country.ts";
import { callJson, TEST_NOW } from "../support/country/serve-country.ts";
import { serveForTest } from "../support/country/serve-for-test.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { someOf } from "../support/run/test-form.ts";
import { jsonCall, threadsForTest } from "../support/wire/thread-connections.ts";

const OVERVIEW = "shorts.v1alpha1.HousingService/GetPriceDropsOverview";
/** Size of the file's header, which nobody reads again. */
const HEAD_BYTES = 64;

/** Flips every bit of a file's pages in place, like a failing disk; header and length stay. */
async function damage(path: string): Promise<void> {
  const file = await open(path, "r+");
  const { size } = await file.stat();
  const bytes = Buffer.alloc(size - HEAD_BYTES);
  await file.read(bytes, 0, bytes.byteLength, HEAD_BYTES);
  await file.write(
    bytes.map((byte) => ~byte),
    0,
    bytes.byteLength,
    HEAD_BYTES,
  );
  await file.close();
}

describe("a file that is damaged while it is served", () => {
  it.each(someOf([1, 2], 1))(
    "makes health degraded until another snapshot is served, with %s threads",
    async (threads) => {
      const dataDir = await copiedCountry();
      const lines: string[] = [];
      const serving = await serveForTest(dataDir, { config: { threads }, logTo: (line) => lines.push(line) });
      const health = () => asking(serving).json("/api/health");
      const { snapshotId } = serving.engine.manifest;
      expect(await health()).toMatchObject({ status: "healthy" });
      const pages = join(dataDir, "snapshots", snapshotId, "pages");
      for (const name of await readdir(pages)) await damage(join(pages, name));
      // It may be any thread: the last one is called.
      const connections = await threadsForTest(serving.url, threads);
      const { status, text } = await connections.at(-1)!.ask(`/${OVERVIEW}`, jsonCall({}));
      expect(status === 200 ? JSON.parse(text) : {}).not.toHaveProperty("asOf");
      await eventually(async () =>
        expect(await health()).toMatchObject({
          status: "degraded",
          refusedSnapshot: snapshotId,
          error: expect.stringMatching(/^a file that is served is damaged: pages\/\w+\.pages$/),
          since: TEST_NOW.toISOString(),
        }),
      );
      expect(lines.filter((line) => line.includes("a file that is served is damaged"))).toHaveLength(1);
      await publishSnapshot((await copySecondCountry(await temporaryDirectory())).directory, dataDir);
      await serving.check();
      await eventually(async () => expect(await health()).toMatchObject({ status: "healthy" }));
      expect((await callJson(serving.url, OVERVIEW, {})).body).toHaveProperty("asOf");
    },
  );

  it.each([
    ["a file to take away", 1],
    ["a question in SQL", 1],
    ["a question in SQL", 2],
  ])("is named by health when it is a table that %s reads, with %s threads", async (what, threads) => {
    const dataDir = await copiedCountry();
    const config = { threads, internalToken: "an-operator-s-token" };
    const serving = await serveForTest(dataDir, { config });
    const { snapshotId } = serving.engine.manifest;
    const folder = join(dataDir, "snapshots", snapshotId, "tables");
    for (const name of await readdir(folder)) await damage(join(folder, name));
    const connections = await threadsForTest(serving.url, threads);
    const headers = { authorization: "Bearer an-operator-s-token" };
    const ask = () =>
      what === "a question in SQL"
        ? connections.at(-1)!.ask("/v1/sql", jsonCall({ sql: "SELECT count(*) FROM suburbs" }, headers))
        : asking(serving).get("/v1/drops/agencies/NSW.csv");
    // Retries: a busy machine may shed a call before it reads the file.
    await eventually(async () => {
      expect((await ask()).status).toBeGreaterThanOrEqual(400);
      expect(await asking(serving).json("/api/health")).toMatchObject({
        status: "degraded",
        refusedSnapshot: snapshotId,
        error: expect.stringMatching(/^a file that is served is damaged: tables\/\w+\.parquet$/),
      });
    });
  });

  it("changes no answer when it is the file of columns, which are in memory", async () => {
    const dataDir = await copiedCountry();
    const serving = await serveForTest(dataDir);
    const columnsOf = async (metricKeys: string[]) => {
      const path = "shorts.v1alpha1.HousingService/GetSuburbMetricColumns";
      return (await asking(serving).call(path, { stateCode: "NSW", metricKeys })).columns;
    };
    const before = await columnsOf(["price", "population"]);
    await damage(join(dataDir, "snapshots", serving.engine.manifest.snapshotId, "columns.arrow"));
    // Another request than before, which no cache answers.
    expect(await columnsOf(["population", "price"])).toEqual(before.toReversed());
    expect(await asking(serving).json("/api/health")).toMatchObject({ status: "healthy" });
  });
});
