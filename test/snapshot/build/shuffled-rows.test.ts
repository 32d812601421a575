import { readdirSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import type { SnapshotManifest } from "../../../src/snapshot/manifest/manifest.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { sharedDirectory } from "../../support/run/fixtures.ts";
import { removeDirectory } from "../../support/run/remove-directory.ts";
import { draws, runSeed, shuffled } from "../../support/run/seeded-random.ts";
import { inForm } from "../../support/run/test-form.ts";

const DRAWS = inForm({ short: 1, deep: 2, long: 50 });
const { random, pick, chance, between } = draws(runSeed("shuffled rows"));
const ZONES = ["UTC", "Australia/Sydney", "America/New_York"];

const dataset = inject("country").datasetDir;
const root = sharedDirectory("shuffled");

const zoneBefore = process.env.TZ;
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

/** The dataset with its files written in random order, each with its rows in random order. */
async function shuffledDataset(dir: string): Promise<string> {
  await mkdir(dir);
  for (const name of shuffled(readdirSync(dataset), random)) {
    if (!name.endsWith(".csv")) {
      await cp(join(dataset, name), join(dir, name));
      continue;
    }
    // A row may contain line breaks within quotes.
    const text = (await readFile(join(dataset, name), "utf8")).trimEnd();
    const [header, ...rows] = Array.from(text.matchAll(/(?:"(?:[^"]|"")*"|[^\n"])+/g), ([row]) => row);
    await writeFile(join(dir, name), `${[header, ...shuffled(rows, random)].join("\n")}\n`);
  }
  return dir;
}

describe("a snapshot", () => {
  let expected: SnapshotManifest;
  beforeAll(async () => {
    expected = (await openSnapshot(inject("country").dataDir)).manifest;
  });

  it("holds rows in every table that rows could be shuffled for", () => {
    expect(Object.entries(expected.rowCounts).filter(([, rows]) => rows === 0)).toEqual([]);
  });

  it.each(Array.from({ length: DRAWS }, (_, draw) => draw))(
    "has the same bytes and id for shuffled rows and files, other threads, memory and time zones (draw %i)",
    async (draw) => {
      const drawn = { threads: between(1, 4), inMemory: chance(0.5), memoryLimitMb: between(300, 1200) };
      process.env.TZ = pick(ZONES);
      const datasetDir = await shuffledDataset(join(root, `draw-${draw}`));
      const dataDir = join(root, "data");
      const { manifest, discard } = await buildSnapshot({ datasetDir, dataDir, strict: true, ...drawn });
      await discard();
      await removeDirectory(datasetDir);
      const settings = { ...drawn, zone: process.env.TZ };
      expect({ settings, files: manifest.files }).toEqual({ settings, files: expected.files });
      expect(manifest.snapshotId).toBe(expected.snapshotId);
    },
  );
});
