import { describe, expect, it } from "vitest";
import { EXPLORER_AGGREGATES } from "../../../../src/domains/explorer/aggregates.ts";
import { SUBURB_AGGREGATES } from "../../../../src/domains/suburbs/aggregates/index.ts";
import { aggregatesFor, emptyDatasetDatabase, runAggregates } from "../../../support/data/build-db.ts";
import { drawnListings, insertListings } from "../../../support/data/drawn-listings.ts";
import { plainWeeks } from "../../../support/plain/plain-stays.ts";
import { medianOf } from "../../../support/plain/plain-steps.ts";
import { runSeed, seededRandom } from "../../../support/run/seeded-random.ts";

const AS_OF = new Date("2026-11-14T00:00:00Z");
const random = seededRandom(runSeed("market weeks"));
const SUBURBS = Array.from({ length: 40 }, (_, i) => ({
  sal_code: String(10_001 + i),
  region_code: `SUBURB:NSW-S${i}`,
}));
const DRAWN = drawnListings(random, SUBURBS, AS_OF.getTime());

async function built() {
  const db = await emptyDatasetDatabase(AS_OF);
  await insertListings(db, random, SUBURBS, DRAWN);
  const weekly = aggregatesFor(EXPLORER_AGGREGATES, "open.market_weeks");
  await runAggregates(db, [...SUBURB_AGGREGATES, ...weekly], AS_OF);
  const weeks = await db.rows<Record<string, unknown>>(
    "FROM open.market_weeks SELECT * EXCLUDE (position) ORDER BY sal_code, week",
  );
  const asks = await db.rows<{ sal_code: string; week: number; asks: number[]; cut: number }>(
    `SELECT sal_code, week, list(ask ORDER BY ask) FILTER (ask IS NOT NULL) AS asks, count(*)::INTEGER AS stock
     FROM open.market_asks JOIN open.suburbs USING (position) GROUP BY ALL ORDER BY sal_code, week`,
  );
  db.close();
  return { weeks, asks };
}

describe("market weeks", () => {
  it("counts what a walk over the rows counts, whatever their order", async () => {
    const found = await built();
    expect(await built()).toEqual(found);
    const wanted = SUBURBS.flatMap(({ sal_code, region_code }) => {
      const adverts = DRAWN.adverts.filter((one) => one.region_code === region_code);
      const own = new Set(adverts.map(({ id }) => id));
      const events = DRAWN.events.filter(({ listing_pk }) => own.has(listing_pk));
      return plainWeeks(adverts, events, AS_OF.getTime()).map((one) => ({ sal_code, ...one }));
    });
    expect(found.weeks).toEqual(
      wanted.map(({ sal_code, week, stock, came, withdrawn, sold, asks, cut }) => ({
        sal_code,
        week,
        stock,
        new_listings: came ?? null,
        withdrawn,
        sold,
        priced: asks.length,
        discounted: cut,
        median_ask: asks.length >= 5 ? expect.closeTo(medianOf(asks), 3) : null,
      })),
    );
    // A week without a row for the suburb has no asking price either.
    expect(found.asks).toEqual(
      wanted
        .filter(({ stock }) => stock > 0)
        .map(({ sal_code, week, stock, asks }) => ({
          sal_code,
          week,
          stock,
          asks: asks.length === 0 ? null : asks.toSorted((a, b) => a - b),
        })),
    );
    expect(wanted.length).toBeGreaterThan(100);
  });
});
