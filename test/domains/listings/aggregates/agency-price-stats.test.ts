import { describe, expect, it } from "vitest";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import { daysAgo, newCrawl, oneSuburb, plainRows } from "../../../support/data/listing-fixture.ts";

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
    // Two addresses only: no row on the other portal, nor in the other state.
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
