import { describe, expect, it } from "vitest";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import { at, daysAgo, oneSuburb, plainRows } from "../../../support/data/listing-fixture.ts";
import { histories, shownDrops } from "../../../support/data/paged-tables.ts";

type Row = Record<string, unknown>;

/** Addresses that a definition counts, as reported by every table that uses it. */
async function everywhere(db: BuildDatabase) {
  const of = (sql: string) => plainRows<Row>(db, sql);
  const national = "WHERE scope = 'AU'";
  const [suburb] = await of(
    `SELECT * EXCLUDE (scope, sort, rank) FROM serve.suburb_price_drops ${national} AND sort = 'count' AND rank = 1`,
  );
  const [state] = await db.rows<Row>("SELECT * FROM serve.state_price_drops WHERE state_code = 'VIC'");
  const [agency] = await of(
    `SELECT * EXCLUDE (scope, sort, rank) FROM serve.agency_price_stats ${national} AND sort = 'drops' AND rank = 1`,
  );
  const keys = async (sql: string) => (await of(sql)).map((row) => row.address_key).sort();
  return {
    suburb,
    state,
    agency,
    dropListings: (await shownDrops(db, "sal:20001", 30)).map((row) => row.address_key).sort(),
    addressDrops: await keys(
      `SELECT * EXCLUDE (scope, sort, rank) FROM serve.address_price_drops ${national} AND sort = 'pct' AND shown_from <= 30 AND shown_until > 30`,
    ),
    activeHistories: (await histories(db))
      .filter(({ address }) => address.is_active)
      .map(({ address }) => address.address_key),
  };
}

const TEN_PERCENT = { prev: 1_000_000, price: 900_000 };

describe("LISTING_AGGREGATES", () => {
  it("count a listing seen exactly 14 days ago as live and one a millisecond earlier as not, all of them", async () => {
    const { crawl, region_code } = oneSuburb();
    const cut = (address_key: string, last_seen_at: string) => {
      const listing = crawl.listing({
        region_code,
        address_key,
        last_seen_at,
        price: 900_000,
        agency_id: "A",
      });
      crawl.cut({ listing, ...TEN_PERCENT, observed: daysAgo(20) });
    };
    for (const key of ["edge-1", "edge-2", "edge-3"]) cut(key, daysAgo(14));
    cut("late", daysAgo(14, 1));
    const db = await crawl.build();
    const { suburb, state, agency, ...lists } = await everywhere(db);
    const live = ["edge-1", "edge-2", "edge-3"];
    expect(lists).toEqual({ dropListings: live, addressDrops: live, activeHistories: live });
    expect(suburb).toMatchObject({ dropped_listing_count: 3, total_active_listings: 3, for_sale_count: 3 });
    expect(state).toMatchObject({ dropped_count: 3, total_active_listings: 3, for_sale_count: 3 });
    expect(agency).toMatchObject({ dropped_count: 3, active_listings: 3, priced_listings: 3 });
  });

  it("take only a price_drop that lowers the price for a cut, whatever its own columns say", async () => {
    const { crawl, region_code } = oneSuburb();
    const event = (address_key: string, row: Row) => {
      const listing = crawl.listing({ region_code, address_key, price: 900_000, agency_id: "A" });
      crawl.event(listing, { observed_at: daysAgo(3), ...row } as never);
    };
    const drop = { event_type: "price_drop" };
    for (const key of ["true-1", "true-2", "true-3"]) {
      // drop_abs and drop_pct are wrong on purpose: the prices decide.
      event(key, { ...drop, prev_price: 1_000_000, price: 900_000, drop_abs: 1, drop_pct: 0.9 });
    }
    event("equal", { ...drop, prev_price: 900_000, price: 900_000, drop_abs: 5000, drop_pct: 0.1 });
    event("rise", { ...drop, prev_price: 800_000, price: 900_000, drop_abs: 5000, drop_pct: 0.1 });
    event("no-price", { ...drop, prev_price: 1_000_000, drop_abs: 100_000, drop_pct: 0.1 });
    event("no-previous", { ...drop, price: 900_000, drop_abs: 100_000, drop_pct: 0.1 });
    event("change", { event_type: "status_change", prev_price: 1_000_000, price: 900_000 });
    event("named-rise", { event_type: "price_rise", prev_price: 1_000_000, price: 900_000 });
    const db = await crawl.build();
    const { suburb, state, agency, dropListings, addressDrops } = await everywhere(db);
    const cuts = ["true-1", "true-2", "true-3"];
    expect({ dropListings, addressDrops }).toEqual({ dropListings: cuts, addressDrops: cuts });
    expect(suburb).toMatchObject({ dropped_listing_count: 3, max_drop_pct: 0.1, dropped_value: 300_000 });
    expect(state).toMatchObject({ dropped_count: 3, dropped_value: 300_000 });
    expect(agency).toMatchObject({ dropped_count: 3, total_drop_value: 300_000 });
  });

  it("withhold cut, asking and sold figures of two addresses and show those of three", async () => {
    const { crawl } = oneSuburb();
    const fill = (salCode: string, state: string, count: number) => {
      const region = crawl.suburb(salCode, state);
      for (let i = 0; i < count; i++) {
        const live = crawl.listing({
          region_code: region,
          price: 900_000,
          agency_id: state,
          agency_name: "A",
        });
        crawl.cut({ listing: live, ...TEN_PERCENT, observed: daysAgo(3) });
        const sold = crawl.listing({
          region_code: region,
          price: 700_000,
          listing_status: "sold",
          is_active: false,
        });
        crawl.sale(sold, daysAgo(40), "under_offer");
      }
    };
    fill("60001", "TAS", 2);
    fill("50001", "WA", 3);
    const db = await crawl.build();
    const statistics = `dropped_count, avg_drop_pct, median_drop_pct, max_drop_pct, dropped_value, for_sale_count,
      avg_asking, median_asking, sold_count, avg_sold, median_sold`;
    const states = await db.rows<Row>(
      `SELECT state_code, ${statistics} FROM serve.state_price_drops WHERE state_code IN ('TAS', 'WA') ORDER BY state_code`,
    );
    const [two, three] = [
      { dropped_count: 2, for_sale_count: 2, sold_count: 2 },
      { dropped_count: 3, for_sale_count: 3, sold_count: 3 },
    ];
    const withheld = {
      avg_drop_pct: null,
      median_drop_pct: null,
      max_drop_pct: null,
      dropped_value: null,
      avg_asking: null,
      median_asking: null,
      avg_sold: null,
      median_sold: null,
    };
    const shown = {
      avg_drop_pct: expect.closeTo(0.1, 12),
      median_drop_pct: 0.1,
      max_drop_pct: 0.1,
      dropped_value: 300_000,
      avg_asking: 900_000,
      median_asking: 900_000,
      avg_sold: 700_000,
      median_sold: 700_000,
    };
    expect(states).toEqual([
      { state_code: "TAS", ...two, ...withheld },
      { state_code: "WA", ...three, ...shown },
    ]);
    const suburbs = await plainRows<Row>(
      db,
      "SELECT * EXCLUDE (scope, sort, rank) FROM serve.suburb_price_drops WHERE scope = 'AU' AND sort = 'count' ORDER BY rank",
    );
    const { dropped_value: _, ...asking } = withheld;
    expect(suburbs).toMatchObject([
      { sal_code: "50001", dropped_listing_count: 3, sold_count: 3, ...shown },
      // Below three cut addresses there is no drop row, not even with its count.
      { sal_code: "60001", dropped_listing_count: null, sold_count: 2, ...asking },
    ]);
    const agencies = await plainRows<Row>(
      db,
      "SELECT * EXCLUDE (scope, sort, rank) FROM serve.agency_price_stats WHERE scope = 'AU' AND sort = 'drops' ORDER BY rank",
    );
    expect(agencies).toMatchObject([
      { agency_id: "WA", active_listings: 3, dropped_count: 3, avg_asking: 900_000 },
    ]);
    expect(agencies).toHaveLength(1);
  });

  it("count a key that occurs in two states as an address of each", async () => {
    const { crawl, region_code } = oneSuburb();
    const other = crawl.suburb("10001", "NSW");
    for (const region of [region_code, other]) {
      const listing = crawl.listing({ region_code: region, address_key: "1-border-road", price: 900_000 });
      crawl.cut({ listing, ...TEN_PERCENT, observed: daysAgo(3) });
    }
    const db = await crawl.build();
    const rows = await db.rows<Row>(
      "SELECT state_code, dropped_count, total_active_listings FROM serve.state_price_drops ORDER BY state_code",
    );
    expect(rows.map((row) => [row.state_code, row.dropped_count, row.total_active_listings])).toEqual([
      ["AU", 2, 2],
      ["NSW", 1, 1],
      ["VIC", 1, 1],
    ]);
  });

  it("take events of one instant in the order of their ids", async () => {
    const { crawl, region_code } = oneSuburb();
    const listing = crawl.listing({ region_code, address_key: "a" });
    const observed_at = at("2026-10-01");
    for (const event_type of ["delisted", "relisted", "status_change"]) {
      crawl.event(listing, { event_type, observed_at });
    }
    const db = await crawl.build();
    const [{ events }] = await histories(db);
    expect(events.map((event) => event.event_type)).toEqual(["delisted", "relisted", "status_change"]);
  });
});
