import { afterEach, describe, expect, it } from "vitest";
import { STATE_DEMOGRAPHICS } from "../../../../src/dataset/tables/state-demographics.ts";
import { SUBURB_AGGREGATES } from "../../../../src/domains/suburbs/aggregates/index.ts";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import {
  emptyDatasetDatabase,
  insertRows,
  type PartialRow,
  rowOf,
  runFor,
} from "../../../support/data/build-db.ts";

describe("STATE_BASELINES", () => {
  let db: BuildDatabase;
  afterEach(() => db.close());

  const median = rowOf("region_code period value dwelling_type", {
    measure: "median_price",
    period_freq: "Q",
    source: "a",
  });

  async function baselines(
    state: string,
    published: readonly PartialRow[] = [],
  ): Promise<Record<string, unknown>> {
    db = await emptyDatasetDatabase();
    await insertRows(db, "state_demographics", published);
    const suburb = rowOf("sal_code median_weekly_hhd_income", (code) => ({
      sal_name: code,
      state_code: String(code).startsWith("1") ? "NSW" : "VIC",
      population: 1000,
    }));
    await insertRows(db, "suburb_demographics", [
      suburb("10001", 1000, { dwelling_count: 300, pct_rented: 10, unemployment_rate: 2 }),
      suburb("10002", 2000, { dwelling_count: 100, pct_rented: 50, unemployment_rate: 6 }),
      suburb("10003", null, { population: 3000, dwelling_count: 5000, unemployment_rate: 8 }),
      suburb("10004", null, { population: 99, dwelling_count: 900, pct_rented: 99, unemployment_rate: 99 }),
      suburb("20001", 5000),
    ]);
    await insertRows(db, "house_price_regions", [
      ...["10001", "10002", "10003"].map((sal_code) => ({
        region_code: `S${sal_code}`,
        region_type: "suburb",
        region_name: sal_code,
        state_code: "NSW",
        sal_code,
      })),
      { region_code: "1GSYD", region_type: "gccsa", region_name: "Greater Sydney", state_code: "NSW" },
      { region_code: "1RNSW", region_type: "rest_of_state", region_name: "Rest of NSW", state_code: "NSW" },
      { region_code: "2GMEL", region_type: "gccsa", region_name: "Greater Melbourne", state_code: "VIC" },
    ]);
    await insertRows(db, "house_prices", [
      median("S10001", "2026-09-30", 400, "house"),
      median("S10002", "2026-09-30", 600, "house"),
      median("S10003", "2026-09-30", 5000, "house"),
      median("1GSYD", "2026-06-30", 1, "established_house"),
      median("1GSYD", "2026-09-30", 1500, "established_house"),
      median("1GSYD", "2026-09-30", 900, "attached"),
      median("1RNSW", "2026-09-30", 700, "established_house"),
    ]);
    await runFor(db, SUBURB_AGGREGATES, "serve.state_baselines");
    const [row] = await db.rows<Record<string, unknown>>(
      "SELECT * REPLACE (abs_median_period::VARCHAR AS abs_median_period) FROM serve.state_baselines WHERE state_code = $state",
      { state },
    );
    return row;
  }

  it("takes the median suburb, not the mean", async () => {
    expect(await baselines("NSW")).toMatchObject({
      state_median_price: 600,
      state_median_weekly_hhd_income: 1500,
      national_median_weekly_hhd_income: 2000,
    });
  });

  it("says that income and shares are made from suburbs where the publisher's state table is missing", async () => {
    expect(await baselines("NSW")).toMatchObject({
      state_income_basis: "median of suburbs",
      national_income_basis: "median of suburbs",
      census_basis: "weighted mean of suburbs",
    });
    expect(await db.rows("SELECT * FROM serve.state_baselines WHERE state_code = 'NT'")).toMatchObject([
      { state_income_basis: null, census_basis: null, national_income_basis: "median of suburbs" },
    ]);
  });

  it("takes the publisher's figures of the state and the country where there are any", async () => {
    const all = Object.fromEntries(
      STATE_DEMOGRAPHICS.columns.filter(({ unit }) => unit === "%").map(({ name }, i) => [name, 10 + i]),
    );
    const published = [
      { state_code: "NSW", median_weekly_hhd_income: 1829, pct_rented: 32.6 },
      { state_code: "VIC", median_weekly_hhd_income: 9, source_licence: "proprietary-tos-restricted" },
      { state_code: "QLD", ...all },
      { state_code: "AU", median_weekly_hhd_income: 1746 },
    ];
    expect(await baselines("NSW", published)).toMatchObject({
      state_median_weekly_hhd_income: 1829,
      state_income_basis: "published",
      national_median_weekly_hhd_income: 1746,
      national_income_basis: "published",
      pct_rented: 32.6,
      // Not in the publisher's row, so computed.
      unemployment_rate: 6.4,
      census_basis: "mixed",
    });
    const rows = await db.rows(
      "SELECT * FROM serve.state_baselines WHERE state_code IN ('QLD', 'VIC') ORDER BY 1",
    );
    expect(rows).toMatchObject([
      { ...all, census_basis: "published", state_income_basis: null },
      { state_median_weekly_hhd_income: 5000, state_income_basis: "median of suburbs" },
    ]);
  });

  it("quotes established houses of the capital and of the rest, with their quarter", async () => {
    expect(await baselines("NSW")).toMatchObject({
      capital_median_price: 1500,
      capital_region_name: "Greater Sydney",
      capital_region_code: "1GSYD",
      rest_of_state_median_price: 700,
      rest_of_state_region_name: "Rest of NSW",
      abs_median_period: "2026-09-30",
    });
  });

  it("weighs dwelling shares by dwellings and rates by residents, above the floors and where known", async () => {
    // Rented: (10 * 300 + 50 * 100) / 400. Unemployed: (2 * 1000 + 6 * 1000 + 8 * 3000) / 5000.
    expect(await baselines("NSW")).toMatchObject({ pct_rented: 20, unemployment_rate: 6.4 });
  });

  it("leaves what cannot be computed empty", async () => {
    expect(await baselines("VIC")).toMatchObject({
      state_median_price: null,
      capital_median_price: null,
      capital_region_code: "2GMEL",
      rest_of_state_region_name: null,
      abs_median_period: null,
      pct_rented: null,
    });
    expect(await db.rows("SELECT count(*)::INTEGER AS states FROM serve.state_baselines")).toEqual([
      { states: 8 },
    ]);
  });
});
