import { beforeAll, describe, expect, it } from "vitest";
import { SUBURB_AGGREGATES } from "../../../../src/domains/suburbs/aggregates/index.ts";
import { LISTING_METRICS } from "../../../../src/domains/suburbs/metrics/listings.ts";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import {
  aggregatesFor,
  emptyDatasetDatabase,
  insertTables,
  runAggregates,
} from "../../../support/data/build-db.ts";
import { drawnListings, insertListings } from "../../../support/data/drawn-listings.ts";
import type { RawRow } from "../../../support/data/raw-tables.ts";
import { plainListingMarket } from "../../../support/plain/plain-stays.ts";
import { plainSuburbMarket } from "../../../support/plain/plain-suburb-market.ts";
import { draws, runSeed, shuffled } from "../../../support/run/seeded-random.ts";

const AS_OF = new Date("2026-11-15T00:00:00Z");
const { random, chance, pick } = draws(runSeed("suburb market"));

const SUBURBS = Array.from({ length: 40 }, (_, i) => ({
  sal_code: String(10_001 + i),
  region_code: `SUBURB:NSW-S${i}`,
  dwelling_count: chance(0.1) ? 10 : 50 + Math.floor(random() * 900),
  population: chance(0.1) ? 150 : 900,
  median_weekly_hhd_income: chance(0.1) ? 0 : 1500 + Math.floor(random() * 1000),
  median_weekly_rent: 300 + Math.floor(random() * 400),
}));

type Metrics = ReadonlyMap<string, Readonly<Record<string, number | null>>>;

async function built(insert: (db: BuildDatabase) => Promise<void>): Promise<Metrics> {
  const db = await emptyDatasetDatabase(AS_OF);
  await insert(db);
  await runAggregates(db, aggregatesFor(SUBURB_AGGREGATES, "serve.suburb_metrics"), AS_OF);
  const rows = await db.rows<Record<string, number | null>>("SELECT * FROM serve.suburb_metrics");
  db.close();
  return new Map(rows.map((row) => [String(row.sal_code), row]));
}

describe("LISTING_MARKET", () => {
  const PLACES = SUBURBS.map(({ sal_code, region_code }) => ({ sal_code, region_code }));
  const DRAWN = drawnListings(random, PLACES, AS_OF.getTime());
  const over = (drawn: typeof DRAWN) => built((db) => insertListings(db, random, PLACES, drawn));
  let found: Metrics;
  beforeAll(async () => {
    found = await over(DRAWN);
  });

  it("equals every figure computed row by row, null where a sample is too small", () => {
    const seen = new Map<string, { known: number; unknown: number }>();
    for (const { sal_code, region_code } of PLACES) {
      const adverts = DRAWN.adverts.filter((one) => one.region_code === region_code);
      const expected = plainListingMarket(adverts, DRAWN.events, DRAWN.valuations, AS_OF.getTime());
      for (const [key, value] of Object.entries(expected)) {
        const figure = found.get(sal_code)![key];
        const count = seen.get(key) ?? { known: 0, unknown: 0 };
        seen.set(key, count);
        count[value === undefined ? "unknown" : "known"]++;
        if (value === undefined) expect(figure, `${sal_code} ${key}`).toBeNull();
        else expect(figure, `${sal_code} ${key}`).toBeCloseTo(value, 3);
      }
    }
    // Every figure of listings occurred both non-null and null.
    expect([...seen.keys()].sort()).toEqual(LISTING_METRICS.map(({ key }) => key).sort());
    for (const [key, { known, unknown }] of seen) {
      expect(known, key).toBeGreaterThan(2);
      expect(unknown, key).toBeGreaterThan(2);
    }
  });

  it("has the same bits whatever the order of rows", async () => {
    expect(await over(DRAWN)).toEqual(found);
  });

  it("tells figures from five listings on, and none of four", async () => {
    const [{ sal_code, region_code }, { sal_code: fewCode, region_code: few }] = PLACES;
    const advert = (i: number, region: string, change: Partial<RawRow>): RawRow => ({
      id: i,
      region_code: region,
      sal_code: null,
      address_key: `${i}-${region.toLowerCase()}`,
      property_type: "house",
      price: 900_000,
      price_kind: "auction",
      listing_status: "for_sale",
      is_active: true,
      first_seen_at: "2026-10-01T00:00:00Z",
      last_seen_at: "2026-11-10T00:00:00Z",
      source_licence: "CC-BY-4.0",
      ...change,
    });
    const gone = { is_active: false, listing_status: "withdrawn" };
    const adverts = Array.from({ length: 20 }, (_, i) => {
      const isFew = i >= 10;
      const change = i % 2 === 0 ? gone : {};
      // The second suburb has one fewer of each kind.
      return advert(i + 1, isFew ? few : region_code, isFew && i >= 18 ? { address_key: "" } : change);
    });
    const figures = await over({ adverts, events: [], valuations: [] });
    const keys = [
      "stock_on_market",
      "days_on_market",
      "days_on_market_houses",
      "share_discounted",
      "auction_share",
    ];
    const of = (code: string) => keys.map((key) => figures.get(code)![key]);
    expect(of(sal_code)).toEqual([5, 40, 40, 0, 100]);
    expect(of(fewCode)).toEqual([4, null, null, null, null]);
  });
});

/** Twelve years of quarters with gaps, restricted rows, a second source, few sales, and some rents. */
function drawnPrices(region_code: string, dwelling_type: string): RawRow[] {
  const rows: RawRow[] = [];
  const freq = pick(["Q", "Q", "A"]);
  const [gaps, until] = [pick([0, 0.1]), pick([2025, 2025, 2022])];
  for (let year = 2013; year <= until; year++) {
    for (const quarter of freq === "Q" ? ["03-31", "06-30", "09-30", "12-31"] : ["12-31"]) {
      const row = (measure: string, value: number, source = "a"): RawRow => ({
        region_code,
        measure,
        dwelling_type,
        period: `${year}-${quarter}`,
        period_freq: freq,
        value,
        source,
        is_preliminary: year === until && quarter === "12-31" && chance(0.5),
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
  const named = { sal_name: "A", state_code: "NSW" };
  const insert = (db: BuildDatabase) => {
    const suburbs = shuffled(SUBURBS, random);
    return insertTables(db, {
      suburb_demographics: suburbs.map(({ region_code: _, ...suburb }) => ({ ...named, ...suburb })),
      house_price_regions: suburbs.map(({ region_code, sal_code }) => ({
        region_code,
        region_type: "suburb",
        region_name: "A",
        state_code: "NSW",
        sal_code,
      })),
      house_prices: shuffled(PRICES, random).map((row) => ({ unit: "AUD", ...row })),
    });
  };
  let found: Metrics;
  beforeAll(async () => {
    found = await built(insert);
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
    // Every figure occurred.
    expect([...known.values()].filter((count) => count >= 3).length).toBe(16);
  });

  it("has the same bits whatever the order of rows", async () => {
    expect(await built(insert)).toEqual(found);
  });
});
