import { readdirSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import type { SnapshotManifest } from "../../../src/snapshot/manifest/manifest.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { sharedDirectory } from "../../support/run/fixtures.ts";
import { removeDirectory } from "../../support/run/remove-directory.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";
import { inForm } from "../../support/run/test-form.ts";

const DRAWS = inForm({ short: 1, deep: 2, long: 50 });
const random = seededRandom(runSeed("shuffled rows"));

function shuffled<T>(items: readonly T[]): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

const dataset = inject("country").datasetDir;
const root = sharedDirectory("shuffled");

async function build(datasetDir: string, threads: number): Promise<SnapshotManifest> {
  const built = await buildSnapshot({ datasetDir, dataDir: join(root, "data"), strict: true, threads });
  await built.discard();
  return built.manifest;
}

/** The dataset with its files written in random order, each with its rows in random order. */
async function shuffledDataset(dir: string): Promise<string> {
  await mkdir(dir);
  for (const name of shuffled(readdirSync(dataset))) {
    if (!name.endsWith(".csv")) {
      await cp(join(dataset, name), join(dir, name));
      continue;
    }
    // A row may contain line breaks within quotes.
    const text = (await readFile(join(dataset, name), "utf8")).trimEnd();
    const [header, ...rows] = Array.from(text.matchAll(/(?:"(?:[^"]|"")*"|[^\n"])+/g), ([row]) => row);
    await writeFile(join(dir, name), `${[header, ...shuffled(rows)].join("\n")}\n`);
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
    "has the same bytes and id for shuffled rows, files and threads (draw %i)",
    async (draw) => {
      const threads = 1 + Math.floor(random() * 4);
      const dir = await shuffledDataset(join(root, `draw-${draw}`));
      const manifest = await build(dir, threads);
      await removeDirectory(dir);
      expect({ threads, files: manifest.files }).toEqual({ threads, files: expected.files });
      expect(manifest.snapshotId).toBe(expected.snapshotId);
    },
  );
});
