import { readdir, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildSnapshot } from "../../../src/library/build-snapshot.ts";
import { publishSnapshot } from "../../../src/snapshot/store/publish.ts";
import { openSnapshot } from "../../support/country/open-snapshot.ts";
import { copyKept } from "../../support/country/shared-country.ts";
import { EXAMPLE_DATASET, openTestDatabase } from "../../support/data/example-dataset.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";
import { someOf } from "../../support/run/test-form.ts";
import { changeLines, changeTable, exampleCopy } from "./example-build.ts";

const changeFirst = (dataset: string, change: (cells: string[]) => string[]) =>
  changeLines(join(dataset, "suburb_amenities.csv"), (lines) => {
    lines[1] = change(lines[1].split(",")).join(",");
  });

async function truncatedParquet(dataset: string): Promise<void> {
  const csv = join(dataset, "house_prices.csv");
  const parquet = join(dataset, "house_prices.parquet");
  const db = await openTestDatabase();
  await db.writeParquet(`SELECT * FROM read_csv('${csv}')`, parquet);
  await rm(csv);
  await truncate(parquet, 1000);
}

const DAMAGES: readonly { what: string; harm: (dataset: string) => Promise<unknown>; message: RegExp }[] = [
  {
    what: "a half-written dataset",
    harm: (dataset) => rm(join(dataset, "dataset.json")),
    message: /no dataset\.json in ".*"; it is written last/,
  },
  { what: "a truncated Parquet file", harm: truncatedParquet, message: /house_prices\.parquet/ },
  {
    what: "a wrong type",
    harm: (dataset) => changeFirst(dataset, ([code, ...rest]) => [code, "many", ...rest.slice(1)]),
    message: /suburb_amenities.*1 of \d+ rows rejected.*is "many"/,
  },
  {
    what: "a duplicate key",
    harm: (dataset) => changeTable(dataset, "suburb_amenities.csv", 0, true),
    message: /suburb_amenities.*rows rejected.*sal_code/,
  },
  {
    what: "a dangling sal_code",
    harm: (dataset) => changeFirst(dataset, ([, ...rest]) => ["19999", ...rest]),
    message: /suburb_amenities.*1 of \d+ rows rejected.*sal_code is "19999"/,
  },
];

describe("buildSnapshot", () => {
  it("says what is wrong with a bad dataset, and the current snapshot still opens", async () => {
    const dataDir = await copyKept(await temporaryDirectory());
    const good = await buildSnapshot({ datasetDir: EXAMPLE_DATASET, dataDir });
    const { snapshotId } = await publishSnapshot(good.directory, dataDir);
    await good.discard();
    for (const { what, harm, message } of someOf(DAMAGES, 3)) {
      const dataset = await exampleCopy();
      await harm(dataset);
      await expect(buildSnapshot({ datasetDir: dataset, dataDir }), what).rejects.toMatchObject({
        code: "bad_dataset",
        message: expect.stringMatching(message),
      });
      expect(await readdir(join(dataDir, "staging")), what).toEqual([]);
      expect((await openSnapshot(dataDir)).manifest, what).toEqual(good.manifest);
    }
    expect(good.manifest.snapshotId).toBe(snapshotId);
  });
});
