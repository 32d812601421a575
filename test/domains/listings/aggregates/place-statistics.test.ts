import { describe, expect, it } from "vitest";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import {
  type Crawl,
  daysAgo,
  newCrawl,
  oneSuburb,
  plainRows,
} from "../../../support/data/listing-fixture.ts";

const statsOf = async (crawl: Crawl) =>
  (await crawl.build("serve.suburb_listing_stats")).rows(
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
    expect(await statsOf(crawl)).toEqual([
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
    expect(await statsOf(crawl)).toMatchObject([{ avg_asking: 300_000 }]);
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
    expect(await statsOf(crawl)).toMatchObject([
      { for_sale_count: 0, sold_count: 4, avg_sold: 900_000, median_sold: 800_000 },
    ]);
  });

  it("has no row for a suburb with neither a live nor a sold address", async () => {
    const crawl = newCrawl();
    crawl.listing({ region_code: crawl.suburb("20001", "VIC"), is_active: false });
    crawl.listing({ region_code: crawl.suburb("20002", "VIC"), address_key: "" });
    expect(await statsOf(crawl)).toEqual([]);
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

const STATES = ["serve.state_price_drops", "serve.refresh_stamps"];

describe("statePriceDrops", () => {
  it("leaves out listings without a state and with the literal state AU", async () => {
    const { crawl, region_code } = oneSuburb();
    crawl.listing({ region_code });
    crawl.listing({ region_code, state_code: "" });
    crawl.listing({ region_code, state_code: "AU" });
    const db = await crawl.build(...STATES);
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
    // Swept, but its only row has no address: not tracked.
    crawl.listing({ region_code: crawl.suburb("20002", "VIC"), address_key: "" });
    // Seen exactly 14 days ago, no longer active: swept, not tracked.
    crawl.listing({ region_code: crawl.suburb("20003", "VIC"), is_active: false, last_seen_at: daysAgo(14) });
    crawl.listing({ region_code: crawl.suburb("20004", "VIC"), last_seen_at: daysAgo(14, 1) });
    crawl.listing({ region_code: crawl.suburb("60001", "TAS"), last_seen_at: daysAgo(40) });
    const db = await crawl.build(...STATES);
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
    const db = await newCrawl().build(...STATES);
    expect(await db.rows("SELECT state_code FROM serve.state_price_drops")).toEqual([]);
    expect(await db.rows("SELECT name FROM serve.refresh_stamps")).toEqual([]);
  });

  it("stamps sightings for listings and the newest event for cuts", async () => {
    const crawl = newCrawl();
    const listing = crawl.listing({ region_code: crawl.suburb("20001", "VIC"), last_seen_at: daysAgo(1) });
    crawl.cut({ listing, prev: 600_000, price: 500_000, observed: daysAgo(2) });
    const db = await crawl.build(...STATES);
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

type Row = Record<string, unknown>;

const agencies = (db: BuildDatabase, sort: string, scope = "AU") =>
  plainRows<Row>(
    db,
    `SELECT * EXCLUDE (scope, sort, rank) FROM serve.agency_price_stats WHERE scope = '${scope}' AND sort = '${sort}' ORDER BY rank`,
  );

const ranking = async (db: BuildDatabase, sort: string, scope = "AU") =>
  (await agencies(db, sort, scope)).map((row) => `${row.source}/${row.agency_id}/${row.state_code}`);

describe("agencyPriceStats", () => {
  it("has one row a portal, agency and state with three active addresses, floors withheld", async () => {
    const crawl = newCrawl();
    const here = crawl.suburb("20001", "VIC");
    const there = crawl.suburb("20002", "VIC");
    const agency = { agency_id: "A1", agency_name: "Old Name" };
    const a = crawl.listing({ region_code: here, ...agency, price: 400_000 });
    const b = crawl.listing({ region_code: there, ...agency, price: null });
    crawl.listing({ region_code: there, ...agency, agency_name: "New Name", last_seen_at: daysAgo(0) });
    crawl.cut({ listing: a, prev: 500_000, price: 400_000, observed: daysAgo(3) });
    crawl.cut({ listing: b, prev: 500_000, price: 400_000, observed: daysAgo(3) });
    // Two addresses only: no row for the other portal or the other state.
    for (let i = 0; i < 2; i++) crawl.listing({ region_code: here, source: "domain", ...agency });
    for (let i = 0; i < 2; i++) crawl.listing({ region_code: crawl.suburb(`1000${i}`, "NSW"), ...agency });
    const db = await crawl.build("serve.agency_price_stats");
    const rows = await agencies(db, "drops");
    expect(rows).toEqual([
      {
        source: "rea",
        agency_id: "A1",
        agency_name: "New Name",
        state_code: "VIC",
        active_listings: 3,
        priced_listings: 2,
        avg_asking: null,
        median_asking: null,
        suburbs_covered: 2,
        dropped_count: 2,
        avg_drop_pct: null,
        total_drop_value: null,
      },
    ]);
    expect(await agencies(db, "drops", "VIC")).toEqual(rows);
    expect(await agencies(db, "drops", "NSW")).toEqual([]);
  });

  it("breaks ties by portal, agency and state; the country has the states' rows, not their sum", async () => {
    const crawl = newCrawl();
    const regions = [crawl.suburb("20001", "VIC"), crawl.suburb("10001", "NSW")];
    for (const region_code of regions) {
      for (const source of ["rea", "domain"]) {
        for (const agency_id of ["B", "A", ""]) {
          for (let i = 0; i < 3; i++) crawl.listing({ region_code, source, agency_id });
        }
      }
    }
    const db = await crawl.build("serve.agency_price_stats");
    const expected = ["domain/A", "domain/B", "rea/A", "rea/B"];
    for (const sort of ["drops", "listings", "avg_cut", "value"]) {
      expect(await ranking(db, sort)).toEqual(expected.flatMap((row) => [`${row}/NSW`, `${row}/VIC`]));
      expect(await ranking(db, sort, "NSW")).toEqual(expected.map((row) => `${row}/NSW`));
    }
    expect((await agencies(db, "drops")).every((row) => row.active_listings === 3)).toBe(true);
  });

  it("takes the median of an even count and the newest of two adverts of one address", async () => {
    const { crawl, region_code } = oneSuburb();
    for (const price of [100_000, 300_000, 500_000]) crawl.listing({ region_code, agency_id: "A", price });
    const twice = { region_code, agency_id: "A", address_key: "twice" };
    crawl.listing({ ...twice, price: 50_000, last_seen_at: daysAgo(2) });
    crawl.listing({ ...twice, price: 900_000, last_seen_at: daysAgo(1) });
    const db = await crawl.build("serve.agency_price_stats");
    expect(await agencies(db, "drops")).toMatchObject([
      { active_listings: 4, priced_listings: 4, avg_asking: 450_000, median_asking: 400_000 },
    ]);
  });
});
