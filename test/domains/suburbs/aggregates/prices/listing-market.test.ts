import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SUBURB_AGGREGATES } from "../../../../../src/domains/suburbs/aggregates/index.ts";
import { LISTING_METRICS } from "../../../../../src/domains/suburbs/metrics/listings.ts";
import type { BuildDatabase } from "../../../../../src/snapshot/tables/write-tables.ts";
import { aggregatesFor, emptyDatasetDatabase, runAggregates } from "../../../../support/data/build-db.ts";
import { drawnListings, insertListings } from "../../../../support/data/drawn-listings.ts";
import type { RawRow } from "../../../../support/data/raw-tables.ts";
import { plainListingMarket } from "../../../../support/plain/plain-stays.ts";
import { runSeed, seededRandom } from "../../../../support/run/seeded-random.ts";

const AS_OF = new Date("2026-11-15T00:00:00Z");
const random = seededRandom(runSeed("listing market"));
const SUBURBS = Array.from({ length: 40 }, (_, i) => ({
  sal_code: String(10_001 + i),
  region_code: `SUBURB:NSW-S${i}`,
}));
const DRAWN = drawnListings(random, SUBURBS, AS_OF.getTime());

type Metrics = ReadonlyMap<string, Readonly<Record<string, number | null>>>;

async function built(drawn: typeof DRAWN): Promise<[BuildDatabase, Metrics]> {
  const db = await emptyDatasetDatabase(AS_OF);
  await insertListings(db, random, SUBURBS, drawn);
  await runAggregates(db, aggregatesFor(SUBURB_AGGREGATES, "serve.suburb_metrics"), AS_OF);
  const rows = await db.rows<Record<string, number | null>>("SELECT * FROM serve.suburb_metrics");
  return [db, new Map(rows.map((row) => [String(row.sal_code), row]))];
}

describe("LISTING_MARKET", () => {
  let db: BuildDatabase;
  let found: Metrics;
  beforeAll(async () => {
    [db, found] = await built(DRAWN);
  });
  afterAll(() => db.close());

  it("equals every figure computed row by row, null where a sample is too small", () => {
    const seen = new Map<string, { known: number; unknown: number }>();
    for (const { sal_code, region_code } of SUBURBS) {
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
    // Every figure of listings has been seen, and been missing.
    expect([...seen.keys()].sort()).toEqual(LISTING_METRICS.map(({ key }) => key).sort());
    for (const [key, { known, unknown }] of seen) {
      expect(known, key).toBeGreaterThan(2);
      expect(unknown, key).toBeGreaterThan(2);
    }
  });

  it("has the same bits whatever the order of rows", async () => {
    const [again, figures] = await built(DRAWN);
    again.close();
    expect(figures).toEqual(found);
  });

  it("tells figures from five listings on, and none of four", async () => {
    const [{ sal_code, region_code }, { sal_code: fewCode, region_code: few }] = SUBURBS;
    const advert = (i: number, region: string, change: Partial<RawRow>): RawRow => ({
      ...{ id: i, region_code: region, sal_code: null, address_key: `${i}-${region.toLowerCase()}` },
      ...{ property_type: "house", price: 900_000, price_kind: "auction", listing_status: "for_sale" },
      ...{ is_active: true, first_seen_at: "2026-10-01T00:00:00Z", last_seen_at: "2026-11-10T00:00:00Z" },
      ...{ source_licence: "CC-BY-4.0", ...change },
    });
    const gone = { is_active: false, listing_status: "withdrawn" };
    const adverts = Array.from({ length: 20 }, (_, i) => {
      const isFew = i >= 10;
      const change = i % 2 === 0 ? gone : {};
      // The second suburb has one less of each kind.
      return advert(i + 1, isFew ? few : region_code, isFew && i >= 18 ? { address_key: "" } : change);
    });
    const [own, figures] = await built({ adverts, events: [], valuations: [] });
    own.close();
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
