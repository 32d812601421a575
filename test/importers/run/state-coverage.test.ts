import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { METHOD_TABLES } from "../../../src/domains/samples.ts";
import { METRICS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import { datasetCoverage } from "../../../src/importers/coverage/coverage.ts";
import { copyExample, putTable } from "../../support/data/example-dataset.ts";

const ROWS = 20_000;

/** A signal that aborts after `looks` checks and counts them. */
function firesAfter(looks: number) {
  let looked = 0;
  return {
    get aborted() {
      return ++looked > looks;
    },
    get looked() {
      return looked;
    },
    reason: undefined,
    addEventListener() {},
    removeEventListener() {},
  };
}

/** A dataset marked as not synthetic, with one long table. */
async function realDataset(): Promise<string> {
  const dir = await copyExample();
  const manifest = join(dir, "dataset.json");
  const text = await readFile(manifest, "utf8");
  await writeFile(manifest, text.replace('"synthetic": true', '"synthetic": false'));
  await putTable(dir, "suburb_lga.csv", `sal_code,lga_code,share\n${"10001,10050,1\n".repeat(ROWS)}`);
  return dir;
}

describe("datasetCoverage", () => {
  it("ends between two tables, within a long one and between two states when its signal fires", async () => {
    const dir = await realDataset();
    const never = firesAfter(Number.POSITIVE_INFINITY);
    const coverage = await datasetCoverage(dir, METRICS, METHOD_TABLES, never);
    expect(coverage.tables).toContainEqual(expect.objectContaining({ table: "suburb_lga", rows: ROWS }));
    // At least once per table and state, and every few thousand rows.
    expect(never.looked).toBeGreaterThan(coverage.tables.length + 8 + ROWS / 5000);
    for (let looks = 0; looks < never.looked; looks++) {
      const stopped = datasetCoverage(dir, METRICS, METHOD_TABLES, firesAfter(looks));
      await expect(stopped, `after ${looks} looks`).rejects.toMatchObject({
        name: "TerraceError",
        code: "canceled",
      });
    }
  });
});
