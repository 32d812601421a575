import { describe, expect, it } from "vitest";
import { ECONOMY_AGGREGATES } from "../../../../src/domains/economy/aggregates/index.ts";
import {
  emptyDatasetDatabase,
  insertRows,
  insertTables,
  runAggregates,
  runFor,
} from "../../../support/data/build-db.ts";
import { seriesRow, shortedCompany } from "../../../support/data/economy-rows.ts";
import { laterMonth } from "../../../support/plain/plain-correlation.ts";
import { opened } from "../../../support/run/fixtures.ts";
import { seededRandom } from "../../../support/run/seeded-random.ts";

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

describe("price_return_index", () => {
  it("takes a state return beyond 25 % for drift: no value, and the index does not move", async () => {
    const codes = ["AAA", "BBB", "CCC", "DDD", "EEE"];
    const address = "1 High Street, WA, AUSTRALIA, 6000";
    const closes = {
      "2026-01-30": 10,
      "2026-02-27": 12.5,
      "2026-03-31": 20,
      "2026-04-30": 10,
      "2026-05-29": 11,
    };
    await insertTables(db, {
      companies: codes.map((stock_code) => ({ stock_code, market_cap: "100", address })),
      stock_prices: Object.entries(closes).flatMap(([date, close]) =>
        codes.map((stock_code) => ({ stock_code, date, close })),
      ),
    });
    await runFor(db, ECONOMY_AGGREGATES, "derived.price_return_index");
    const sql = "SELECT period::VARCHAR AS period, value FROM derived.price_return_index ORDER BY period";
    expect(await db.rows(sql)).toEqual([
      { period: "2026-01-01", value: 100 },
      { period: "2026-02-01", value: expect.closeTo(125, 11) },
      { period: "2026-05-01", value: expect.closeTo(137.5, 11) },
    ]);
  });
});

describe("economic_correlations", () => {
  it("keeps the best 250 of a base", async () => {
    const random = seededRandom(40);
    const overlays = Array.from({ length: 260 }, (_, i) => `cpi.p${String(i).padStart(3, "0")}.aus`);
    const keys = ["markets.index.aus", ...overlays];
    await insertTables(db, {
      economic_series: keys.map((key) => seriesRow(key)),
      economic_observations: keys.flatMap((series_key) =>
        Array.from({ length: 12 }, (_, i) => ({
          series_key,
          period: `${laterMonth("2023-01", i)}-01`,
          value: random(),
        })),
      ),
    });
    await run();
    const rows = await db.rows(
      "SELECT rank, window_months AS months FROM serve.economic_correlations ORDER BY rank",
    );
    expect(rows).toEqual(Array.from({ length: 250 }, (_, i) => ({ rank: i + 1, months: 24 })));
  });
});

describe("economic_series", () => {
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
