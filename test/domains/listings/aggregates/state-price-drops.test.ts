import { describe, expect, it } from "vitest";
import { daysAgo, newCrawl, oneSuburb } from "../../../support/data/listing-fixture.ts";

describe("statePriceDrops", () => {
  it("leaves out listings without a state and with the literal state AU", async () => {
    const { crawl, region_code } = oneSuburb();
    crawl.listing({ region_code });
    crawl.listing({ region_code, state_code: "" });
    crawl.listing({ region_code, state_code: "AU" });
    const db = await crawl.build("serve.state_price_drops", "serve.refresh_stamps");
    expect(
      await db.rows(
        "SELECT state_code, total_active_listings FROM serve.state_price_drops ORDER BY state_code",
      ),
    ).toEqual([
      { state_code: "AU", total_active_listings: 1 },
      { state_code: "VIC", total_active_listings: 1 },
    ]);
  });

  it("counts suburbs tracked, swept in 14 days and ever crawled; a state without a recent sweep has zeros", async () => {
    const crawl = newCrawl();
    crawl.listing({ region_code: crawl.suburb("20001", "VIC") });
    // Swept, but only a row without an address: not tracked.
    crawl.listing({ region_code: crawl.suburb("20002", "VIC"), address_key: "" });
    // Seen 14 days ago to the instant, no longer active: swept, not tracked.
    crawl.listing({ region_code: crawl.suburb("20003", "VIC"), is_active: false, last_seen_at: daysAgo(14) });
    crawl.listing({ region_code: crawl.suburb("20004", "VIC"), last_seen_at: daysAgo(14, 1) });
    crawl.listing({ region_code: crawl.suburb("60001", "TAS"), last_seen_at: daysAgo(40) });
    const db = await crawl.build("serve.state_price_drops", "serve.refresh_stamps");
    const rows = await db.rows(
      `SELECT state_code, dropped_count, total_active_listings, dropped_share, suburbs_tracked, suburbs_swept_14d,
         catalog_suburbs
       FROM serve.state_price_drops ORDER BY state_code`,
    );
    const counts = (state_code: string, active: number, tracked: number, swept: number, catalog: number) => ({
      state_code,
      dropped_count: 0,
      total_active_listings: active,
      dropped_share: 0,
      suburbs_tracked: tracked,
      suburbs_swept_14d: swept,
      catalog_suburbs: catalog,
    });
    expect(rows).toEqual([counts("AU", 1, 1, 3, 5), counts("TAS", 0, 0, 0, 1), counts("VIC", 1, 1, 3, 4)]);
  });

  it("is empty without listings", async () => {
    const db = await newCrawl().build("serve.state_price_drops", "serve.refresh_stamps");
    expect(await db.rows("SELECT state_code FROM serve.state_price_drops")).toEqual([]);
    expect(await db.rows("SELECT name FROM serve.refresh_stamps")).toEqual([]);
  });

  it("stamps sightings for listings and the newest event for cuts", async () => {
    const crawl = newCrawl();
    const listing = crawl.listing({ region_code: crawl.suburb("20001", "VIC"), last_seen_at: daysAgo(1) });
    crawl.cut({ listing, prev: 600_000, price: 500_000, observed: daysAgo(2) });
    const db = await crawl.build("serve.state_price_drops", "serve.refresh_stamps");
    const rows = await db.rows<{ name: string; as_of: Date; data_through: Date }>(
      "SELECT name, as_of, data_through FROM serve.refresh_stamps ORDER BY name",
    );
    expect(rows).toEqual([
      { name: "state_price_drops", as_of: new Date(daysAgo(0)), data_through: new Date(daysAgo(1)) },
      { name: "suburb_listing_stats", as_of: new Date(daysAgo(0)), data_through: new Date(daysAgo(1)) },
      { name: "suburb_price_drops", as_of: new Date(daysAgo(0)), data_through: new Date(daysAgo(2)) },
    ]);
  });
});
