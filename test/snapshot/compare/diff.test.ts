import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { describeDifference } from "../../../src/cli/snapshot/describe-difference.ts";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { diffSnapshots, type SnapshotDifference } from "../../../src/snapshot/compare/diff.ts";
import type { VerifiedSnapshot } from "../../../src/snapshot/store/open.ts";
import { copySecondCountry } from "../../support/country/copy-country.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { copyKept } from "../../support/country/shared-country.ts";
import { EXAMPLE_DATASET } from "../../support/data/example-dataset.ts";
import { plainDiff } from "../../support/plain/plain-diff.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { isDeepRun } from "../../support/run/test-form.ts";
import { exampleCopy } from "../build/example-build.ts";

/** A snapshot of the example dataset with some strings replaced, each of which must occur. */
async function snapshotOf(
  ...edits: readonly [file: string, before: string, after: string][]
): Promise<VerifiedSnapshot> {
  const root = await temporaryDirectory();
  const datasetDir = await exampleCopy();
  for (const [file, before, after] of edits) {
    const text = await readFile(join(datasetDir, file), "utf8");
    expect(text).toContain(before);
    await writeFile(join(datasetDir, file), text.replace(before, after));
  }
  const dataDir = await copyKept(join(root, "data"));
  const built = await buildSnapshot({ datasetDir, dataDir, strict: true });
  await cp(built.directory, join(root, "snapshot"), { recursive: true });
  await built.discard();
  return openSnapshot(join(root, "snapshot"));
}

/** Adds rows of another publisher: two values for one series and period. */
const SECOND_SOURCE: [string, string, string] = [
  "house_prices.csv",
  "AUS,mean_price,all,2025-12-31,Q,1022000,AUD,false,example-prices\n",
  "AUS,mean_price,all,2025-12-31,Q,1022000,AUD,false,example-prices\n" +
    "AUS,mean_price,all,2025-12-31,Q,1023000,AUD,false,example-rents\n" +
    "AUS,mean_price,all,2026-03-31,Q,1035000,AUD,false,example-rents\n",
];

const NO_KEYS = { added: [], removed: [], changed: [] };
const NO_OBSERVATIONS = { added: 0, removed: 0, revised: 0, reflagged: 0, bySource: [], examples: [] };

function nothing(before: VerifiedSnapshot, after: VerifiedSnapshot): SnapshotDifference {
  return {
    before: before.manifest.snapshotId,
    after: after.manifest.snapshotId,
    dataset: [],
    suburbs: NO_KEYS,
    metrics: [],
    prices: { series: NO_KEYS, observations: NO_OBSERVATIONS },
    economy: { series: NO_KEYS, observations: NO_OBSERVATIONS },
    listings: { added: 0, removed: 0, changed: 0, examples: [] },
    outlines: { added: 0, removed: 0, changed: 0 },
    sources: NO_KEYS,
    tables: [],
  };
}

/** The difference, after comparing it with a reference implementation and with its reverse. */
async function checkedDifference(
  before: VerifiedSnapshot,
  after: VerifiedSnapshot,
): Promise<SnapshotDifference> {
  const there = await diffSnapshots(before, after, await temporaryDirectory());
  const back = await diffSnapshots(after, before, await temporaryDirectory());
  expect(there).toMatchObject(await plainDiff(before, after));
  expect(back).toMatchObject(await plainDiff(after, before));
  expect(back.tables.map(({ rowsGone, rowsNew }) => [rowsNew, rowsGone])).toEqual(
    there.tables.map(({ rowsGone, rowsNew }) => [rowsGone, rowsNew]),
  );
  return there;
}

describe("diffSnapshots", () => {
  it("finds nothing between a snapshot and itself, also when two sources tell one period differently", async () => {
    const snapshot = await snapshotOf(SECOND_SOURCE);
    const same = await diffSnapshots(snapshot, snapshot, await temporaryDirectory());
    expect(same).toEqual(nothing(snapshot, snapshot));
    expect(describeDifference(same).split("\n").slice(1)).toEqual(["nothing differs"]);
    const country = await openSnapshot(inject("country").dataDir);
    const none = await diffSnapshots(country, country, await temporaryDirectory());
    expect(none).toEqual(nothing(country, country));
  });

  it.runIf(isDeepRun)("names the title alone when nothing else changed", async () => {
    const [before, after] = [
      await snapshotOf(),
      await snapshotOf(["dataset.json", "Five invented", "Six invented"]),
    ];
    const title = "invented suburbs of two states";
    expect(await checkedDifference(before, after)).toEqual({
      ...nothing(before, after),
      dataset: [{ key: "dataset", field: "title", before: `Five ${title}`, after: `Six ${title}` }],
    });
  });

  it("names revisions by source, removals, units, names, listings and sources", async () => {
    const dataset = await readFile(join(EXAMPLE_DATASET, "dataset.json"), "utf8");
    const [vintage] = /"vintage": "[^"]+"/.exec(dataset)!;
    const outlines = await readFile(join(EXAMPLE_DATASET, "suburb_outlines.ndjson"), "utf8");
    const gone = outlines.split("\n").find((line) => line.includes('"20001"'))!;
    const before = await snapshotOf(SECOND_SOURCE);
    const after = await snapshotOf(
      SECOND_SOURCE,
      [
        "suburb_demographics.csv",
        "Aarons Ford,NSW,2850,-32.86,149.81,82.8,1342,41,",
        "Aarons Bridge,NSW,2851,-32.86,149.81,82.8,1400,,",
      ],
      [
        "house_prices.csv",
        "AUS,mean_price,all,2025-09-30,Q,1010000",
        "AUS,mean_price,all,2025-09-30,Q,1111000",
      ],
      ["house_prices.csv", "all,2025-12-31,Q,1023000", "all,2025-12-31,Q,1024000"],
      [
        "house_prices.csv",
        "AUS,mean_price,all,2026-09-30,Q,1058500,AUD,true",
        "AUS,mean_price,all,2026-09-30,Q,1058500,AUD,false",
      ],
      [
        "house_prices.csv",
        "VIC,mean_price,all,2026-09-30,Q,948500,AUD",
        "VIC,mean_price,all,2026-09-30,Q,948500,AUD_000",
      ],
      ["house_prices.csv", "NSW,mean_price,all,2025-09-30,Q,1240000,AUD,false,example-prices\n", ""],
      ["economic_observations.csv", "cpi.index.all_groups.aus,2026-03-01,141.2\n", ""],
      ["economic_series.csv", "Australia,index,quarterly", "Australia,points,quarterly"],
      [
        "property_listings.ndjson",
        '"price":1150000,"price_display":"$1,150,000"',
        '"price":1140000,"price_display":"$1,140,000"',
      ],
      ["suburb_outlines.ndjson", "[149.77, -32.9]", "[149.77, -32.91]"],
      ["suburb_outlines.ndjson", "[149.77, -32.9]]", "[149.77, -32.91]]"],
      ["suburb_outlines.ndjson", gone, ""],
      ["dataset.json", vintage, '"vintage": "2026-11-01"'],
    );
    const difference = await checkedDifference(before, after);
    expect(difference.suburbs).toMatchObject({ added: [], removed: [] });
    expect(difference.suburbs.changed).toEqual(
      expect.arrayContaining([
        { key: "10001", field: "sal_name", before: "Aarons Ford", after: "Aarons Bridge" },
        { key: "10001", field: "postcode", before: "2850", after: "2851" },
      ]),
    );
    const metric = (key: string) => difference.metrics.find((one) => one.metric === key);
    const population = { metric: "population", changed: 1, gained: 0, lost: 0, largestChange: 58 };
    expect(metric("population")).toEqual(population);
    expect(metric("age")).toEqual({ metric: "age", changed: 0, gained: 0, lost: 1, largestChange: null });
    expect(metric("income")).toBeUndefined();
    expect(difference.prices.observations).toEqual({
      added: 0,
      removed: 1,
      revised: 2,
      reflagged: 1,
      bySource: [
        { source: "example-prices", added: 0, removed: 1, revised: 1, reflagged: 1 },
        { source: "example-rents", added: 0, removed: 0, revised: 1, reflagged: 0 },
      ],
      examples: [
        { series: "AUS mean_price all", period: "2025-09-30", before: 1_010_000, after: 1_111_000 },
        { series: "AUS mean_price all", period: "2025-12-31", before: 1_023_000, after: 1_024_000 },
      ],
    });
    expect(difference.prices.series).toEqual({
      ...NO_KEYS,
      changed: [{ key: "VIC mean_price all", field: "unit", before: "AUD", after: "AUD_000" }],
    });
    expect(difference.economy.observations).toMatchObject({
      added: 0,
      removed: 1,
      revised: 0,
      bySource: [{ source: "example-economy", added: 0, removed: 1, revised: 0, reflagged: 0 }],
    });
    expect(difference.economy.series.changed).toEqual([
      { key: "cpi.index.all_groups.aus", field: "unit", before: "index", after: "points" },
    ]);
    expect(difference.listings).toEqual({
      added: 0,
      removed: 0,
      changed: 1,
      examples: [{ address: "4-jetty-lane-brindle-bay-nsw-2480", change: "changed" }],
    });
    expect(difference.outlines).toEqual({ added: 0, removed: 1, changed: 1 });
    expect(difference.sources.changed).toHaveLength(1);
    expect(difference.sources.changed[0]).toMatchObject({ field: "vintage", after: "2026-11-01" });
    const text = describeDifference(difference);
    expect(text).toContain(
      "house prices of example-prices: 0 observations added, 1 removed, 1 revised, 1 with another flag or licence",
    );
    expect(text).toContain("  AUS mean_price all 2025-09-30: 1010000 -> 1111000");
    expect(text).toContain("listings: addresses: 0 added, 0 removed, 1 changed");
    expect(text).toContain("  VIC mean_price all unit: AUD -> AUD_000");
    expect(text).not.toContain("nothing differs");
  });

  it.runIf(isDeepRun)("agrees with a second computation over two whole countries", async () => {
    const root = await temporaryDirectory();
    const country = await openSnapshot(inject("country").dataDir);
    const second = await openSnapshot((await copySecondCountry(root)).directory);
    const difference = await checkedDifference(country, second);
    expect(difference.prices.observations.revised).toBeGreaterThan(0);
    expect(difference.listings.added).toBeGreaterThan(0);
    expect(difference.tables.length).toBeGreaterThan(10);
  });
});
