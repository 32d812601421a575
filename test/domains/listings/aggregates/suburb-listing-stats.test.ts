import { describe, expect, it } from "vitest";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import { daysAgo, newCrawl, oneSuburb } from "../../../support/data/listing-fixture.ts";

const statsOf = (db: BuildDatabase) =>
  db.rows(
    `SELECT sal_code, active_addresses, for_sale_count, for_sale_priced, avg_asking, median_asking, sold_count,
       avg_sold, median_sold
     FROM serve.suburb_listing_stats ORDER BY sal_code, region_code`,
  );

describe("suburbListingStats", () => {
  it("counts one listing an address: the one seen last, and withholds prices under three of them", async () => {
    const { crawl, region_code } = oneSuburb();
    crawl.listing({ region_code, address_key: "a", price: 900_000, last_seen_at: daysAgo(2) });
    crawl.listing({ region_code, address_key: "a", price: 600_000, last_seen_at: daysAgo(1) });
    crawl.listing({ region_code, address_key: "b", price: 700_000, listing_status: "under_offer" });
    crawl.listing({ region_code, address_key: "c", price: null, price_kind: "auction" });
    crawl.listing({ region_code, address_key: "d", listing_status: "withdrawn" });
    const db = await crawl.build("serve.suburb_listing_stats");
    expect(await statsOf(db)).toEqual([
      {
        sal_code: "20001",
        active_addresses: 4,
        for_sale_count: 3,
        for_sale_priced: 2,
        avg_asking: null,
        median_asking: null,
        sold_count: 0,
        avg_sold: null,
        median_sold: null,
      },
    ]);
  });

  it("breaks a tie of sighting by portal, then listing id", async () => {
    const { crawl, region_code } = oneSuburb();
    crawl.listing({ region_code, address_key: "a", source: "rea", price: 900_000 });
    crawl.listing({ region_code, address_key: "a", source: "domain", listing_id: "9", price: 500_000 });
    crawl.listing({ region_code, address_key: "a", source: "domain", listing_id: "8", price: 300_000 });
    crawl.listing({ region_code, address_key: "b", price: 300_000 });
    crawl.listing({ region_code, address_key: "c", price: 300_000 });
    const db = await crawl.build("serve.suburb_listing_stats");
    expect(await statsOf(db)).toMatchObject([{ avg_asking: 300_000 }]);
  });

  it("counts sold addresses whose latest change to sold lies within 12 months", async () => {
    const { crawl, region_code } = oneSuburb();
    const soldOn = (observed_at: string, price: number | null, status = "sold") => {
      const listing = crawl.listing({
        region_code,
        price,
        listing_status: status,
        is_active: false,
        last_seen_at: daysAgo(60),
      });
      crawl.sale(listing, observed_at);
    };
    soldOn("2025-11-13T00:00:00Z", 700_000);
    soldOn("2025-11-12T23:59:59Z", 100_000);
    soldOn(daysAgo(70), 800_000);
    soldOn(daysAgo(70), 1_200_000);
    soldOn(daysAgo(70), null);
    soldOn(daysAgo(70), 100_000, "for_sale");
    crawl.listing({ region_code, listing_status: "sold", is_active: false });
    const db = await crawl.build("serve.suburb_listing_stats");
    expect(await statsOf(db)).toMatchObject([
      { for_sale_count: 0, sold_count: 4, avg_sold: 900_000, median_sold: 800_000 },
    ]);
  });

  it("has no row for a suburb with neither a live nor a sold address", async () => {
    const crawl = newCrawl();
    crawl.listing({ region_code: crawl.suburb("20001", "VIC"), is_active: false });
    crawl.listing({ region_code: crawl.suburb("20002", "VIC"), address_key: "" });
    const db = await crawl.build("serve.suburb_listing_stats");
    expect(await statsOf(db)).toEqual([]);
  });
});

describe("profileListingStats", () => {
  it("covers every region of a suburb, an address of two regions once", async () => {
    const { crawl, region_code } = oneSuburb();
    const second = crawl.region("SUBURB:VIC-SECOND", "20001", "VIC");
    for (const price of [100_000, 300_000]) crawl.listing({ region_code, price });
    for (const price of [500_000, 700_000]) crawl.listing({ region_code: second, price });
    crawl.listing({ region_code, address_key: "both", price: 900_000, last_seen_at: daysAgo(2) });
    crawl.listing({ region_code: second, address_key: "both", price: 1_000_000, last_seen_at: daysAgo(1) });
    const sold = crawl.listing({ region_code: second, listing_status: "sold", is_active: false });
    crawl.sale(sold, daysAgo(9));
    crawl.listing({ region_code: crawl.region("SUBURB:VIC-UNLINKED", null, "VIC") });
    const db = await crawl.build("serve.suburb_listing_stats");
    expect(await db.rows("FROM serve.profile_listing_stats")).toEqual([
      {
        sal_code: "20001",
        for_sale_count: 5,
        avg_asking: 520_000,
        median_asking: 500_000,
        sold_count: 1,
        avg_sold: null,
        median_sold: null,
      },
    ]);
  });
});
