import { mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadAggregates } from "../../../src/domains/aggregates.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import type { BuildProgress } from "../../../src/snapshot/build/build-progress.ts";
import { readCurrent } from "../../../src/snapshot/store/read-current.ts";
import { listFiles, verifySnapshot } from "../../../src/snapshot/store/verify.ts";
import type { Aggregate } from "../../../src/snapshot/tables/aggregate.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { copyKept, sharedExample } from "../../support/country/shared-country.ts";
import { publishSmall } from "../../support/country/small-snapshot.ts";
import { EXAMPLE_DATASET as EXAMPLE } from "../../support/data/example-dataset.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { changeLines, exampleCopy } from "./example-build.ts";

/** A data directory whose current snapshot a failing build must not touch. */
async function servedDirectory(): Promise<{ dataDir: string; currentId: string }> {
  const dataDir = await temporaryDirectory();
  const [currentId] = await publishSmall(dataDir, 1);
  return { dataDir, currentId };
}

async function expectUntouched(dataDir: string, currentId: string): Promise<void> {
  expect(await readdir(join(dataDir, "staging"))).toEqual([]);
  expect(await readdir(join(dataDir, "snapshots"))).toEqual([currentId]);
  expect((await openSnapshot(dataDir)).manifest.snapshotId).toBe(currentId);
}

describe("buildSnapshot", () => {
  it("gives the same bytes and the same id for the same dataset, and counts its steps", async () => {
    const dataDir = await temporaryDirectory();
    const seen: BuildProgress[] = [];
    const onProgress = (p: BuildProgress) => void seen.push(p);
    // The other one was built from a copy, by another process.
    const first = await openSnapshot((await sharedExample()).dataDir);
    const second = await buildSnapshot({ datasetDir: EXAMPLE, dataDir, memoryLimitMb: 600, onProgress });
    expect([second.manifest, second.reused]).toEqual([first.manifest, 0]);
    const paths = await listFiles(first.directory);
    expect(await listFiles(second.directory)).toEqual(paths);
    for (const path of paths) {
      const [a, b] = await Promise.all([first, second].map((built) => readFile(join(built.directory, path))));
      expect(a.equals(b), path).toBe(true);
    }
    await second.discard();
    expect(await readdir(join(dataDir, "staging"))).toEqual([]);
    const steps = [...new Set(seen.map((p) => p.step))];
    expect(new Set(steps)).toEqual(new Set(["load", "aggregate", "pages", "columns", "flush"]));
    expect([steps[0], steps.at(-1)]).toEqual(["load", "flush"]);
    for (const step of steps) {
      const of = seen.filter((p) => p.step === step);
      expect(of.at(-1)?.done, step).toBe(of.at(-1)?.total);
      expect(of.every((p, i) => i === 0 || p.done >= of[i - 1].done)).toBe(true);
    }
  });

  it("tells in the manifest where the rows came from, how many there are and what was refused", async () => {
    const dataset = await exampleCopy("with-a-bad-row");
    const lines = await changeLines(join(dataset, "house_prices.csv"), (all) => {
      all[1] = all[1].replace(/\d{4}-\d{2}-\d{2}/, "2026-02-31");
    });
    const dataDir = await copyKept(await temporaryDirectory());
    const built = await buildSnapshot({ datasetDir: dataset, dataDir, maxRejectShare: 0.1 });
    const declared = JSON.parse(await readFile(join(EXAMPLE, "dataset.json"), "utf8"));
    expect(built.manifest).toMatchObject({
      datasetId: declared.id,
      title: declared.title,
      synthetic: declared.synthetic,
      sources: declared.sources,
      rejects: [{ table: "house_prices", rows: 1 }],
    });
    expect(built.manifest.asOf).toBe(new Date(declared.asOf).toISOString());
    expect(built.manifest.datasetRows.house_prices).toBe(lines.filter((line) => line !== "").length - 2);
    const aggregates = await loadAggregates();
    expect(built.manifest.tables).toEqual(aggregates.flatMap((a) => a.tables.map((t) => t.name)).sort());
    const states = built.manifest.states.reduce((sum, state) => sum + state.suburbs, 0);
    expect(states).toBe(built.manifest.national.suburbs);
    expect(states).toBe(built.manifest.datasetRows.suburb_demographics);
    expect(await readFile(join(dataDir, "rejects", "with-a-bad-row.ndjson"), "utf8")).toMatch(/2026-02-31/);
    expect(await verifySnapshot(built.directory)).toEqual(built.manifest);
    await built.discard();
  });

  it("publishes nothing and leaves nothing when it is canceled at any step", async () => {
    const { dataDir, currentId } = await servedDirectory();
    const canceledAt: string[] = [];
    for (const step of ["load", "aggregate", "pages", "columns"]) {
      const stop = new AbortController();
      const onProgress = (p: BuildProgress) => {
        if (p.step === step && p.done >= 1) stop.abort();
      };
      const build = buildSnapshot({ datasetDir: EXAMPLE, dataDir, onProgress, signal: stop.signal });
      await expect(build, step).rejects.toMatchObject({
        code: "canceled",
        message: "the build was canceled; nothing was published",
      });
      await expectUntouched(dataDir, currentId);
      canceledAt.push(step);
    }
    expect(canceledAt).toHaveLength(4);
  });

  it("interrupts a long statement when it is canceled", async () => {
    const { dataDir, currentId } = await servedDirectory();
    const stop = new AbortController();
    const endless: Aggregate = {
      name: "endless",
      tables: [],
      reads: [],
      run: async (db) => {
        setImmediate(() => stop.abort());
        await db.run(
          "CREATE TABLE serve.endless AS SELECT sum(a.i * b.i) FROM range(10000000) a(i), range(10000000) b(i)",
        );
      },
    };
    const build = buildSnapshot({ datasetDir: EXAMPLE, dataDir, aggregates: [endless], signal: stop.signal });
    await expect(build).rejects.toMatchObject({ code: "canceled" });
    await expectUntouched(dataDir, currentId);
  });

  it("names the table, the rule and the rejects file when too many rows are refused", async () => {
    const { dataDir, currentId } = await servedDirectory();
    const dataset = await exampleCopy("bad");
    await changeLines(join(dataset, "house_prices.csv"), (lines) => {
      lines.forEach((line, i) => {
        lines[i] = line.replaceAll(/[0-9]{4}-[0-9]{2}-[0-9]{2}/g, "2026-02-31");
      });
    });
    await expect(buildSnapshot({ datasetDir: dataset, dataDir, strict: true })).rejects.toMatchObject({
      code: "bad_dataset",
      message: expect.stringMatching(/house_prices.*rows rejected.*rejects\/bad\.ndjson/),
    });
    expect((await stat(join(dataDir, "rejects", "bad.ndjson"))).size).toBeGreaterThan(0);
    await expectUntouched(dataDir, currentId);
  });

  it("names the aggregate that failed", async () => {
    const { dataDir, currentId } = await servedDirectory();
    const run: Aggregate["run"] = (db) => db.run("SELECT * FROM nowhere");
    const broken: Aggregate = { name: "broken drops", tables: [], reads: [], run };
    const build = buildSnapshot({ datasetDir: EXAMPLE, dataDir, aggregates: [broken] });
    await expect(build).rejects.toThrow(/the build failed while computing broken drops: .*nowhere/);
    await expectUntouched(dataDir, currentId);
    await mkdir(join(dataDir, "empty"));
    const missing = buildSnapshot({ datasetDir: join(dataDir, "empty"), dataDir });
    await expect(missing).rejects.toThrow(/no dataset.json/);
    expect(await readCurrent(dataDir)).toBe(currentId);
  });
});
