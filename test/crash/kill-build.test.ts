import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dataDirectory } from "../../src/snapshot/store/data-directory.ts";
import { buildAndDiscard } from "../snapshot/build/example-build.ts";
import { copyKept } from "../support/country/shared-country.ts";
import { eventually, temporaryDirectory } from "../support/run/fixtures.ts";
import { removeDirectory } from "../support/run/remove-directory.ts";
import { startTerrace } from "../support/run/run-terrace.ts";
import { runSeed, seededRandom } from "../support/run/seeded-random.ts";
import { inForm } from "../support/run/test-form.ts";

const DATASET = join(import.meta.dirname, "../../data/example");
const KILLS = inForm({ short: 1, deep: 4, long: 200 });

const build = (dataDir: string) => buildAndDiscard({ datasetDir: DATASET, dataDir, reuse: true });

describe("a build that is killed", () => {
  it("leaves results from which the next one writes the bytes of a build from nothing", async () => {
    const random = seededRandom(runSeed("kill -9 of a build with kept results"));
    // The reference was built by another process, or earlier.
    const whole = await build(await copyKept(await temporaryDirectory()));
    expect(whole.computed).toEqual([]);
    const steps = whole.reused;
    const dataDir = await temporaryDirectory();
    const kept = join(dataDirectory(dataDir).kept, "steps");
    const figures = { kills: 0, finished: 0, reused: 0, computed: 0 };
    for (let tries = 0; figures.kills < KILLS && tries < 10 * KILLS; tries++) {
      await removeDirectory(dataDirectory(dataDir).kept);
      const building = startTerrace(["snapshot", "build", DATASET, "--data-dir", dataDir]);
      const enough = 1 + Math.floor(random() * 0.7 * steps);
      await eventually(async () => {
        const count = (await readdir(kept).catch(() => [])).length;
        expect(count >= enough || building.child.exitCode !== null).toBe(true);
      });
      building.child.kill("SIGKILL");
      if ((await building.finished).exitCode === 0) figures.finished++;
      else figures.kills++;
      const next = await build(dataDir);
      expect(next.manifest).toEqual(whole.manifest);
      expect(next.report.tables).toEqual(whole.report.tables);
      figures.reused += next.reused;
      figures.computed += next.computed.length;
    }
    console.log(`kill -9 of a build with kept results: ${JSON.stringify(figures)}, the same bytes each time`);
    expect(figures.kills).toBe(KILLS);
    // A build that is killed while it writes its first result leaves none.
    expect(figures.reused).toBeGreaterThan(0);
  }, 3_600_000);
});
