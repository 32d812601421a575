import { describe, expect, it } from "vitest";
import { ECONOMY_AGGREGATES } from "../../../../src/domains/economy/aggregates/index.ts";
import { emptyDatasetDatabase, insertRows, runAggregates } from "../../../support/data/build-db.ts";
import { seriesRow, shortedCompany } from "../../../support/data/economy-rows.ts";
import { opened } from "../../../support/run/fixtures.ts";

const db = opened(emptyDatasetDatabase, { each: true });

const run = () => runAggregates(db, ECONOMY_AGGREGATES);
const catalogue = () =>
  db.rows<Record<string, unknown>>(
    "SELECT *, latest_period::VARCHAR AS latest FROM serve.economic_series ORDER BY series_number",
  );
const observations = () =>
  db.rows<Record<string, unknown>>(
    "SELECT series_number, period::VARCHAR AS period, value FROM serve.economic_observations ORDER BY ALL",
  );

describe("ECONOMIC_SERIES_TABLES", () => {
  it("numbers the series in byte order of their keys and finds the newest period", async () => {
    await insertRows(db, "economic_series", [
      seriesRow("cpi.index.all_groups.aus", { product: "all_groups" }),
      seriesRow("cpi.index.aus"),
      seriesRow("labour.rate.wa", { region_type: "state", region_code: "wa", adjustment: "seasadj" }),
    ]);
    await insertRows(db, "economic_observations", [
      { series_key: "labour.rate.wa", period: "2026-02-01", value: 2 },
      { series_key: "labour.rate.wa", period: "2026-01-01", value: 1 },
      { series_key: "cpi.index.all_groups.aus", period: "2026-01-01", value: 100 },
    ]);
    await run();
    const rows = await catalogue();
    expect(rows.map((row) => [row.series_number, row.series_key, row.latest])).toEqual([
      [0, "cpi.index.all_groups.aus", "2026-01-01"],
      [1, "cpi.index.aus", null],
      [2, "labour.rate.wa", "2026-02-01"],
    ]);
    expect(rows[1]).toMatchObject({ product: "", source_licence: "CC-BY-4.0", adjustment: "original" });
    expect(rows[2]).toMatchObject({ adjustment: "seasadj", region_code: "wa" });
    expect(await observations()).toEqual([
      { series_number: 0, period: "2026-01-01", value: 100 },
      { series_number: 2, period: "2026-01-01", value: 1 },
      { series_number: 2, period: "2026-02-01", value: 2 },
    ]);
  });

  it("leaves internal-only series and their values out of the snapshot", async () => {
    await insertRows(db, "economic_series", [
      seriesRow("markets.volatility.aus", { topic: "markets", internal_only: true }),
      seriesRow("cpi.index.aus"),
    ]);
    await insertRows(db, "economic_observations", [
      { series_key: "markets.volatility.aus", period: "2026-01-01", value: 1 },
      { series_key: "cpi.index.aus", period: "2026-01-01", value: 2 },
    ]);
    await run();
    expect((await catalogue()).map((row) => row.series_key)).toEqual(["cpi.index.aus"]);
    expect(await observations()).toEqual([{ series_number: 0, period: "2026-01-01", value: 2 }]);
  });

  it("adds derived series under the licence derived", async () => {
    await shortedCompany(db, { "2026-01-15": 4, "2026-02-15": 6 });
    await run();
    expect(await catalogue()).toEqual([
      expect.objectContaining({
        series_key: "markets.short_interest_wavg.wa",
        topic: "markets",
        metric: "short_interest_wavg",
        product: "",
        region_name: "Western Australia",
        unit: "percent",
        frequency: "monthly",
        adjustment: "original",
        source_key: "terrace-derived",
        source_licence: "derived",
        latest: "2026-02-01",
      }),
    ]);
    expect((await observations()).map((row) => row.value)).toEqual([4, 6]);
  });

  it("lets a series of the dataset win over a derived one, without mixing their values", async () => {
    const key = "markets.short_interest_wavg.wa";
    await shortedCompany(db, { "2026-01-15": 4, "2026-02-15": 6 });
    await insertRows(db, "economic_series", [seriesRow(key, { topic: "markets", source_key: "own" })]);
    await insertRows(db, "economic_observations", [{ series_key: key, period: "2025-12-01", value: 1 }]);
    await run();
    expect(await catalogue()).toEqual([expect.objectContaining({ source_key: "own", latest: "2025-12-01" })]);
    expect((await observations()).map((row) => row.value)).toEqual([1]);
  });

  it("does not publish a derived series in place of an internal-only one of the same key", async () => {
    await shortedCompany(db, { "2026-01-15": 4 });
    await insertRows(db, "economic_series", [
      seriesRow("markets.short_interest_wavg.wa", { topic: "markets", internal_only: true }),
    ]);
    await run();
    expect(await catalogue()).toEqual([]);
    expect(await observations()).toEqual([]);
  });
});

describe("ECONOMY_AGGREGATES", () => {
  it("gives empty tables when the dataset has none of the economy's tables", async () => {
    await run();
    const tables = ECONOMY_AGGREGATES.flatMap((aggregate) => aggregate.tables);
    expect(tables.map((table) => table.name)).toEqual([
      "state_companies",
      "state_company_aggregates",
      "economic_series",
      "economic_observations",
      "economic_correlations",
      "publication",
    ]);
    for (const { name, orderBy } of tables) {
      const rows = await db.rows(`SELECT * FROM serve.${name} ORDER BY ${orderBy}`);
      const expected =
        name === "publication" ? [{ earliest_date: null, latest_date: null, total_dates: 0 }] : [];
      expect(rows).toEqual(expected);
    }
  });

  it("reads the publication state from the trading dates", async () => {
    await insertRows(db, "trading_dates", [
      { date: "2026-11-06" },
      { date: "2010-06-16" },
      { date: "2026-11-05" },
    ]);
    await run();
    const rows = await db.rows(
      "SELECT earliest_date::VARCHAR AS earliest, latest_date::VARCHAR AS latest, total_dates FROM serve.publication",
    );
    expect(rows).toEqual([{ earliest: "2010-06-16", latest: "2026-11-06", total_dates: 3 }]);
  });
});
