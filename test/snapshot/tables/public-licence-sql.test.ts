import { mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { RESTRICTED_LICENCE } from "../../../src/dataset/table-definition.ts";
import { REGION_ROWS, suburbSummaries } from "../../../src/domains/suburbs/pages/lists.ts";
import { ALL_HEADLINES, ALL_PRICE_SERIES } from "../../../src/domains/suburbs/pages/prices.ts";
import { type ProfileRow, SUBURB_PROFILES } from "../../../src/domains/suburbs/pages/profile/profile-rows.ts";
import { openServingDatabase, type ServingDatabase } from "../../../src/engine/sql/database.ts";
import type { ResultColumns, Statement } from "../../../src/engine/sql/statement.ts";
import { openBuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { copyCountry } from "../../support/country/copy-country.ts";
import { removeDirectory } from "../../support/run/remove-directory.ts";

const LICENSED: Readonly<Record<string, readonly string[]>> = {
  housing_headline: ["source_licence"],
  housing_regions: ["source_licence"],
  price_series: ["source_licence"],
  suburbs: ["price_licence"],
  suburb_profiles: ["crime_licence", "hazards_licence", "planning_licence"],
};

/** Converts SQL of a build to the serving database, which has no schema `serve`. */
const served = (sql: string) => sql.replaceAll("serve.", "");

const rowsOf = ({ rowCount, columns }: ResultColumns<Record<string, unknown>>) =>
  Array.from({ length: rowCount }, (_, at) =>
    Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[at]])),
  );

/** Serves the tables of a snapshot, and the same tables with every row under the restricted licence. */
async function servePlanted(root: string): Promise<{ kept: ServingDatabase; planted: ServingDatabase }> {
  await copyCountry(join(root, "data"));
  const [snapshot] = await readdir(join(root, "data", "snapshots"));
  const directory = join(root, "data", "snapshots", snapshot, "tables");
  const build = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 500, tempDirectory: root });
  for (const [table, columns] of Object.entries(LICENSED)) {
    const planted = columns.map((name) => `'${RESTRICTED_LICENCE}' AS ${name}`).join(", ");
    const rows = `SELECT * REPLACE (${planted}) FROM read_parquet('${join(directory, table)}.parquet')`;
    await build.writeParquet(rows, join(root, `${table}.parquet`));
  }
  build.close();
  const options = { tables: Object.keys(LICENSED), connections: 1, maxWaiting: 8 };
  return {
    kept: await openServingDatabase({ ...options, directory }),
    planted: await openServingDatabase({ ...options, directory: root }),
  };
}

describe("isPublic", () => {
  let kept: ServingDatabase;
  let planted: ServingDatabase;
  beforeAll(async () => {
    const root = await mkdtemp(join(tmpdir(), "terrace-test-"));
    ({ kept, planted } = await servePlanted(root));
    return async () => {
      await Promise.all([kept.close(), planted.close()]);
      await removeDirectory(root);
    };
  });

  it("keeps restricted rows that stand in a snapshot out of overview, regions and price series", async () => {
    const question = (name: string, sql: string) => ({ name, parameters: {}, sql: served(sql) });
    for (const asked of [
      question("headlines", ALL_HEADLINES),
      question("regions", REGION_ROWS),
      question("price series", ALL_PRICE_SERIES),
    ]) {
      expect((await kept.query(asked, {})).rowCount).toBeGreaterThan(0);
      expect((await planted.query(asked, {})).rowCount).toBe(0);
    }
  });

  it("shows a suburb without the price that is restricted", async () => {
    const sql = served(suburbSummaries("sal_code AS page_key", "sal_code"));
    const all: Statement<Record<string, unknown>> = { name: "summaries", parameters: {}, sql };
    const before = (await kept.query(all, {})).columns;
    const after = (await planted.query(all, {})).columns;
    expect(after.sal_code).toEqual(before.sal_code);
    expect(after.population).toEqual(before.population);
    for (const name of ["latest_median_price", "latest_period", "yoy_pct"]) {
      expect(before[name].some((value) => value !== null)).toBe(true);
      expect(after[name].every((value) => value === null)).toBe(true);
    }
  });

  it("shows a profile without the crime, hazards and planning that are restricted", async () => {
    const seen = { crime: 0, hazards: 0, planning: 0 };
    const profiles = { name: "profiles", parameters: {}, sql: served(SUBURB_PROFILES) };
    const before = rowsOf(await kept.query(profiles, {})) as unknown as ProfileRow[];
    const after = rowsOf(await planted.query(profiles, {}));
    before.forEach((profile, i) => {
      expect(after[i]).toEqual({ ...profile, crime: null, hazards: null, planning: null });
      for (const part of ["crime", "hazards", "planning"] as const) {
        if (profile[part] !== null) seen[part]++;
      }
    });
    expect(Object.values(seen).every((count) => count > 0)).toBe(true);
  });
});
