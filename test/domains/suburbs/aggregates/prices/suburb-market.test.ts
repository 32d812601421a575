import { beforeAll, describe, expect, it } from "vitest";
import { SUBURB_AGGREGATES } from "../../../../../src/domains/suburbs/aggregates/index.ts";
import type { BuildDatabase } from "../../../../../src/snapshot/tables/write-tables.ts";
import {
  aggregatesFor,
  emptyDatasetDatabase,
  insertRows,
  runAggregates,
} from "../../../../support/data/build-db.ts";
import type { RawRow } from "../../../../support/data/raw-tables.ts";
import { plainSuburbMarket } from "../../../../support/plain/plain-suburb-market.ts";
import { opened } from "../../../../support/run/fixtures.ts";
import { draws, runSeed, shuffled } from "../../../../support/run/seeded-random.ts";

const { random, chance, pick } = draws(runSeed("suburb market"));

const SUBURBS = Array.from({ length: 40 }, (_, i) => ({
  sal_code: String(10_001 + i),
  region_code: `SUBURB:NSW-S${i}`,
  dwelling_count: chance(0.1) ? 10 : 50 + Math.floor(random() * 900),
  population: chance(0.1) ? 150 : 900,
  median_weekly_hhd_income: chance(0.1) ? 0 : 1500 + Math.floor(random() * 1000),
  median_weekly_rent: 300 + Math.floor(random() * 400),
}));

/** Twelve years of quarters with gaps, restricted rows, a second source, few sales, and rents that come and go. */
function drawnPrices(region_code: string, dwelling_type: string): RawRow[] {
  const rows: RawRow[] = [];
  const freq = pick(["Q", "Q", "A"]);
  const [gaps, until] = [pick([0, 0.1]), pick([2025, 2025, 2022])];
  for (let year = 2013; year <= until; year++) {
    for (const quarter of freq === "Q" ? ["03-31", "06-30", "09-30", "12-31"] : ["12-31"]) {
      const row = (measure: string, value: number, source = "a"): RawRow => ({
        ...{ region_code, measure, dwelling_type, period: `${year}-${quarter}`, period_freq: freq },
        ...{ value, source, is_preliminary: year === until && quarter === "12-31" && chance(0.5) },
        source_licence: chance(0.03) ? "proprietary-tos-restricted" : "CC-BY-4.0",
      });
      if (!chance(gaps)) rows.push(row("median_price", 300_000 + Math.floor(random() * 500_000)));
      if (chance(0.1)) rows.push(row("median_price", 900_000, "b"));
      if (!chance(gaps)) rows.push(row("transfer_count", 1 + Math.floor(random() * 40)));
      if (year > 2022 && chance(0.7)) rows.push(row("median_rent", 300 + Math.floor(random() * 500)));
    }
  }
  return rows;
}

const PRICES = SUBURBS.flatMap(({ region_code }) => [
  ...drawnPrices(region_code, "house"),
  ...(chance(0.7) ? drawnPrices(region_code, "unit") : []),
]);

describe("SUBURB_MARKET", () => {
  let found: Map<string, Record<string, number | null>>;
  const built = async () => {
    const database = await emptyDatasetDatabase();
    for (const { region_code, ...suburb } of shuffled(SUBURBS, random)) {
      await insertRows(database, "suburb_demographics", [{ sal_name: "A", state_code: "NSW", ...suburb }]);
      await insertRows(database, "house_price_regions", [
        {
          region_code,
          region_type: "suburb",
          region_name: "A",
          state_code: "NSW",
          sal_code: suburb.sal_code,
        },
      ]);
    }
    await insertRows(
      database,
      "house_prices",
      shuffled(PRICES, random).map((row) => ({ unit: "AUD", ...row })),
    );
    await runAggregates(database, aggregatesFor(SUBURB_AGGREGATES, "serve.suburb_metrics"));
    return database;
  };
  const metricsOf = async (database: BuildDatabase) =>
    new Map(
      (await database.rows<Record<string, number | null>>("SELECT * FROM serve.suburb_metrics")).map(
        (row) => [String(row.sal_code), row],
      ),
    );

  const db = opened(built);
  beforeAll(async () => {
    found = await metricsOf(db);
  });

  it("equals every figure computed row by row, null where a sample is too small", () => {
    const known = new Map<string, number>();
    for (const { sal_code, region_code, dwelling_count, ...suburb } of SUBURBS) {
      const rows = PRICES.filter((row) => row.region_code === region_code);
      const price = found.get(sal_code)!.price;
      const hasIncome = suburb.population >= 200 && suburb.median_weekly_hhd_income > 0;
      const units = plainSuburbMarket(rows, dwelling_count, "unit");
      const expected = {
        ...plainSuburbMarket(rows, dwelling_count),
        price_units: units.price,
        gross_yield_units: units.gross_yield,
        price_growth_1y_units: units.price_growth_1y,
        price_growth_5y_units: units.price_growth_5y,
        price_to_income:
          hasIncome && price !== null ? price / (52 * suburb.median_weekly_hhd_income) : undefined,
        rent_to_income: hasIncome
          ? (suburb.median_weekly_rent / suburb.median_weekly_hhd_income) * 100
          : undefined,
      };
      for (const [key, value] of Object.entries(expected)) {
        const figure = found.get(sal_code)![key];
        if (value === undefined) expect(figure, `${sal_code} ${key}`).toBeNull();
        else {
          known.set(key, (known.get(key) ?? 0) + 1);
          expect(
            Math.abs((figure ?? Number.NaN) - value),
            `${sal_code} ${key}: ${figure} ${value}`,
          ).toBeLessThan(1e-5 * Math.max(1, Math.abs(value)));
        }
      }
    }
    // Every figure has been seen.
    expect([...known.values()].filter((count) => count >= 3).length).toBe(16);
  });

  it("has the same bits whatever the order of rows", async () => {
    const again = await built();
    expect(await metricsOf(again)).toEqual(found);
    again.close();
  });
});
