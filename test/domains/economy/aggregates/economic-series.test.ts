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
