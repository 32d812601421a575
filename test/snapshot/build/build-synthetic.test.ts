import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { openCurrent } from "../../../src/snapshot/store/open.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { listFiles } from "../../../src/snapshot/store/verify.ts";
import { generateSyntheticDataset } from "../../../src/synthetic/generate.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { runSeed, seededRandom } from "../../support/run/seeded-random.ts";
import { isDeepRun } from "../../support/run/test-form.ts";

const PLACES: readonly [timeZone: string, inMemory: boolean][] = [
  ["Australia/Sydney", true],
  ["America/New_York", false],
];

describe("buildSnapshot", () => {
  it.runIf(isDeepRun)(
    "turns the same synthetic country into the same bytes, whatever the time zone, the memory and the place of the database",
    async () => {
      const seed = runSeed("synthetic build");
      const random = seededRandom(seed);
      const dataset = await temporaryDirectory();
      const { tables } = await generateSyntheticDataset({ dir: dataset, seed, scale: 0.02 });
      const zone = process.env.TZ;
      const built = [];
      for (const [timeZone, inMemory] of PLACES) {
        process.env.TZ = timeZone;
        const memoryLimitMb = 300 + Math.floor(random() * 900);
        built.push(
          await buildSnapshot({
            datasetDir: dataset,
            dataDir: await temporaryDirectory(),
            memoryLimitMb,
            inMemory,
          }),
        );
      }
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
      const [first, second] = built;
      const paths = await listFiles(first.directory);
      for (const path of paths) {
        const [a, b] = await Promise.all(
          [first, second].map(({ directory }) => readFile(join(directory, path))),
        );
        expect(a.equals(b), path).toBe(true);
      }
      expect(second.manifest).toEqual(first.manifest);
      expect(first.manifest.synthetic).toBe(true);
      expect(built[0].report.rowsRejected).toBe(0);
      expect(first.manifest.datasetRows).toMatchObject(tables);
      for (const table of ["suburb_metrics", "price_series", "drop_index_daily", "economic_correlations"]) {
        expect(first.manifest.rowCounts[table], table).toBeGreaterThan(0);
      }
      console.log(
        `synthetic build: ${first.manifest.snapshotId}, ${paths.length} files, ${built[0].report.rowsLoaded} rows`,
      );

      const dataDir = await temporaryDirectory();
      await publishSnapshot(first.directory, dataDir);
      const opened = await openCurrent(dataDir);
      expect(opened.manifest).toEqual(first.manifest);
      await opened.pin.release();
      await Promise.all(built.map(({ discard }) => discard()));
    },
  );
});
