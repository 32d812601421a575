import { describe, expect, it } from "vitest";
import { suburbCutDays } from "../../../../src/domains/listings/aggregates/drop-index.ts";
import { TEST_AS_OF } from "../../../support/data/build-db.ts";
import { type Crawl, daysAgo, newCrawl } from "../../../support/data/listing-fixture.ts";
import { runSeed, seededRandom, shuffled } from "../../../support/run/seeded-random.ts";

/** Adds an address cut by each of these fractions. */
function addAddresses(crawl: Crawl, region_code: string, fractions: readonly number[]): void {
  for (const fraction of fractions) {
    const price = 1_000_000 * (1 - fraction);
    crawl.cut({ listing: crawl.listing({ region_code }), prev: 1_000_000, price, observed: daysAgo(12) });
  }
}

describe("dropIndexDaily", () => {
  it("counts an address once whose adverts span the same days, in whatever order they come", async () => {
    const crawl = newCrawl();
    const suburbs = Array.from({ length: 20 }, (_, i) => crawl.suburb(String(20_001 + i), "VIC"));
    // 19 addresses per suburb, one short of the panel; the adverts of an address span the same days.
    const adverts = suburbs.flatMap((region_code) =>
      Array.from({ length: 19 * 3 }, (_, i) => ({ region_code, address_key: `${region_code}-${i % 19}` })),
    );
    for (const advert of shuffled(adverts, seededRandom(runSeed("adverts of one span")))) {
      crawl.listing({ ...advert, first_seen_at: daysAgo(43) });
    }
    const db = await crawl.build("serve.drop_index_daily");
    const points = (key: string) =>
      db.rows<Record<string, unknown>>(`SELECT * FROM serve.drop_index_daily WHERE grain_key ~ '${key}'`);
    const active = (await points("[0-9]+")).map((point) => point.active_addresses);
    expect(new Set(active)).toEqual(new Set([19]));
    expect((await points("VIC")).every((point) => point.is_gap && point.panel_suburbs === 0)).toBe(true);
  });

  it("is the same whether medians are taken in one batch or in many", async () => {
    const crawl = newCrawl();
    for (let i = 1; i <= 6; i++)
      addAddresses(crawl, crawl.suburb(`2000${i}`, "VIC"), [0.1, 0.2, 0.1 * (i % 4)]);
    const db = await crawl.build("serve.drop_index_daily");
    await db.run(
      `ALTER TABLE step.suburb_cut_days RENAME TO whole;
       DROP TABLE step.cut_spans; DROP TABLE step.address_cut_spans; DROP TABLE step.cut_batches;`,
    );
    await suburbCutDays(30).run(db, { sources: [], synthetic: true, asOf: TEST_AS_OF });
    const batches = await db.rows("SELECT from_suburb FROM step.cut_batches");
    expect(batches.length).toBeGreaterThan(2);
    const days = (table: string) => db.rows(`SELECT * FROM step.${table} ORDER BY suburb_id, day`);
    expect(await days("suburb_cut_days")).toEqual(await days("whole"));
  });
});
