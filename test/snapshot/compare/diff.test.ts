import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { diffSnapshots } from "../../../src/snapshot/compare/diff.ts";
import { openSnapshotDirectory, type VerifiedSnapshot } from "../../../src/snapshot/store/open.ts";
import { EXAMPLE_DATASET } from "../../support/data/example-dataset.ts";
import { temporaryDirectory } from "../../support/run/temporary-directory.ts";

/** A snapshot of the example dataset after some of its texts were replaced, each of which must occur. */
async function snapshotOf(
  ...edits: readonly [file: string, before: string, after: string][]
): Promise<VerifiedSnapshot> {
  const root = await temporaryDirectory();
  const datasetDir = join(root, "dataset");
  await cp(EXAMPLE_DATASET, datasetDir, { recursive: true });
  for (const [file, before, after] of edits) {
    const text = await readFile(join(datasetDir, file), "utf8");
    expect(text).toContain(before);
    await writeFile(join(datasetDir, file), text.replace(before, after));
  }
  const built = await buildSnapshot({ datasetDir, dataDir: join(root, "data"), strict: true });
  await cp(built.directory, join(root, "snapshot"), { recursive: true });
  await built.discard();
  return openSnapshotDirectory(join(root, "snapshot"));
}

describe("diffSnapshots", () => {
  it("finds nothing between a snapshot and itself", async () => {
    const snapshot = await snapshotOf();
    const same = await diffSnapshots(snapshot, snapshot, await temporaryDirectory());
    const nothing = { added: 0, removed: 0, revised: 0, examples: [] };
    expect(same).toMatchObject({
      suburbs: { added: [], removed: [], renamed: [] },
      metrics: [],
      prices: nothing,
      economy: nothing,
      outlines: { added: 0, removed: 0, changed: 0 },
      sources: [],
    });
  });

  it("counts changed, gained and lost values, revised observations, renamed suburbs and newer sources", async () => {
    const dataset = await readFile(join(EXAMPLE_DATASET, "dataset.json"), "utf8");
    const [vintage] = /"vintage": "[^"]+"/.exec(dataset)!;
    const outlines = await readFile(join(EXAMPLE_DATASET, "suburb_outlines.ndjson"), "utf8");
    const gone = outlines.split("\n").find((line) => line.includes('"20001"'))!;
    const before = await snapshotOf();
    const after = await snapshotOf(
      [
        "suburb_demographics.csv",
        "Aarons Ford,NSW,2850,-32.86,149.81,82.8,1342,41,",
        "Aarons Bridge,NSW,2850,-32.86,149.81,82.8,1400,,",
      ],
      [
        "house_prices.csv",
        "AUS,mean_price,all,2025-09-30,Q,1010000",
        "AUS,mean_price,all,2025-09-30,Q,1111000",
      ],
      ["economic_observations.csv", "cpi.index.all_groups.aus,2026-03-01,141.2\n", ""],
      ["suburb_outlines.ndjson", "[149.77, -32.9]", "[149.77, -32.91]"],
      ["suburb_outlines.ndjson", "[149.77, -32.9]]", "[149.77, -32.91]]"],
      ["suburb_outlines.ndjson", gone, ""],
      ["dataset.json", vintage, '"vintage": "2026-11-01"'],
    );
    const difference = await diffSnapshots(before, after, await temporaryDirectory());
    expect(difference.suburbs).toEqual({
      added: [],
      removed: [],
      renamed: [{ salCode: "10001", before: "Aarons Ford", after: "Aarons Bridge" }],
    });
    const metric = (key: string) => difference.metrics.find((one) => one.metric === key);
    expect(metric("population")).toEqual({
      metric: "population",
      changed: 1,
      gained: 0,
      lost: 0,
      largestChange: 58,
    });
    expect(metric("age")).toEqual({ metric: "age", changed: 0, gained: 0, lost: 1, largestChange: null });
    expect(metric("income")).toBeUndefined();
    expect(difference.prices).toEqual({
      added: 0,
      removed: 0,
      revised: 1,
      examples: [{ series: "AUS mean_price all", period: "2025-09-30", before: 1_010_000, after: 1_111_000 }],
    });
    expect(difference.economy).toMatchObject({ added: 0, removed: 1, revised: 0 });
    expect(difference.outlines).toEqual({ added: 0, removed: 1, changed: 1 });
    expect(difference.sources).toHaveLength(1);
    expect(difference.sources[0].after).toBe("2026-11-01");
  });
});
