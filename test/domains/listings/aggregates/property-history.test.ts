import { describe, expect, it } from "vitest";
import { PROPERTY_HISTORY_PAGES } from "../../../../src/domains/listings/pages/property-histories.ts";
import { copyQueries } from "../../../../src/snapshot/pages/build-page-set.ts";
import { QueryResults } from "../../../../src/snapshot/pages/query-results.ts";
import { daysAgo, newCrawl, oneSuburb, plainRows } from "../../../support/data/listing-fixture.ts";
import { histories } from "../../../support/data/paged-tables.ts";
import { temporaryDirectory } from "../../../support/run/fixtures.ts";

describe("propertyHistory", () => {
  it("takes the newest live listing as current and the newest of all without one", async () => {
    const { crawl, region_code } = oneSuburb();
    const listing = (address_key: string, listing_id: string, days: number, is_active: boolean) =>
      crawl.listing({ region_code, address_key, listing_id, last_seen_at: daysAgo(days), is_active });
    listing("live", "older-live", 5, true);
    listing("live", "newer-gone", 1, false);
    listing("gone", "older", 30, true);
    listing("gone", "newer", 20, false);
    const db = await crawl.build();
    expect(
      (await histories(db)).map(({ address }) => ({
        address_key: address.address_key,
        listing_id: address.listing_id,
        is_active: address.is_active,
        num_listings: address.num_listings,
      })),
    ).toEqual([
      {
        address_key: "gone",
        listing_id: "newer",
        is_active: false,
        num_listings: 2,
      },
      {
        address_key: "live",
        listing_id: "older-live",
        is_active: true,
        num_listings: 2,
      },
    ]);
  });

  it("lists events of all listings oldest first, implausible cuts left out, the first price found among them", async () => {
    const { crawl, region_code } = oneSuburb();
    const first = crawl.listing({ region_code, address_key: "a", bedrooms: 3 });
    const second = crawl.listing({ region_code, address_key: "a", source: "domain", bedrooms: 2 });
    crawl.listing({ region_code, address_key: "a", listing_id: "no bedrooms", bedrooms: null });
    crawl.cut({ listing: first, prev: 1_000_000, price: 500_000, observed: daysAgo(50) });
    crawl.event(second, { event_type: "delisted", observed_at: daysAgo(40) });
    crawl.event(second, { event_type: "relisted", observed_at: daysAgo(30), price: 800_000 });
    crawl.event(first, {
      event_type: "price_rise",
      observed_at: daysAgo(30),
      prev_price: 500_000,
      price: 600_000,
    });
    crawl.cut({ listing: first, prev: 600_000, price: 360_000, observed: daysAgo(20) });
    const db = await crawl.build();
    const [{ address, events }] = await histories(db);
    expect(
      events.map(({ event_type, source, price, drop_abs, drop_pct }) => [
        event_type,
        source,
        price,
        drop_abs,
        drop_pct,
      ]),
    ).toEqual([
      ["delisted", "domain", null, null, null],
      ["relisted", "domain", 800_000, null, null],
      ["price_rise", "rea", 600_000, -100_000, -0.2],
      ["price_drop", "rea", 360_000, 240_000, 0.4],
    ]);
    expect(address).toMatchObject({ first_price: 800_000, distinct_dwellings: 2 });
  });

  it("gives a first sighting no cut, whatever price is known from before", async () => {
    const crawl = newCrawl();
    const listing = crawl.listing({ region_code: crawl.suburb("20001", "VIC"), address_key: "a" });
    const seen = { prev_price: 600_000, price: 500_000 };
    crawl.event(listing, {
      event_type: "first_seen",
      observed_at: daysAgo(50),
      ...seen,
      drop_abs: 100_000,
      drop_pct: 1,
    });
    crawl.event(listing, { event_type: "relisted", observed_at: daysAgo(40), ...seen });
    crawl.event(listing, { event_type: "price_drop", observed_at: daysAgo(20), ...seen });
    const db = await crawl.build();
    const [{ events }] = await histories(db);
    expect(events.map(({ event_type, drop_abs, drop_pct }) => [event_type, drop_abs, drop_pct])).toEqual([
      ["first_seen", null, null],
      ["relisted", 100_000, expect.closeTo(1 / 6, 12)],
      ["price_drop", 100_000, expect.closeTo(1 / 6, 12)],
    ]);
  });

  it("has an address without events", async () => {
    const crawl = newCrawl();
    crawl.listing({ region_code: crawl.suburb("20001", "VIC"), address_key: "quiet" });
    const db = await crawl.build();
    expect(await histories(db)).toMatchObject([
      { hasValuation: false, address: { first_price: null, price: 500_000 }, events: [] },
    ]);
  });
});

describe("propertyValuations", () => {
  it("keeps only valuations fetched successfully under a public licence", async () => {
    const crawl = newCrawl();
    const fetched_at = daysAgo(10);
    crawl.valuation({ address_key: "public", fetched_at });
    crawl.valuation({ address_key: "restricted", fetched_at, source_licence: "proprietary-tos-restricted" });
    crawl.valuation({ address_key: "blocked", fetched_at, fetch_status: "blocked" });
    const db = await crawl.build();
    expect(await plainRows(db, "SELECT address_key, sales_history FROM serve.property_valuations")).toEqual([
      { address_key: "public", sales_history: [] },
    ]);
  });

  it("puts sales newest first, those without a date last, and takes a history that is not a list for none", async () => {
    const crawl = newCrawl();
    const fetched_at = daysAgo(10);
    crawl.valuation({
      address_key: "a",
      fetched_at,
      sales_history: JSON.stringify([
        { date: "2001-02-03", price: 250000, agency: "X & Y", event_type: "sold" },
        { date: "some day", price: null },
        { date: "2015-06-07", price: 710000.5, event_type: "sold" },
      ]),
    });
    crawl.valuation({ address_key: "b", fetched_at, sales_history: JSON.stringify({ date: "2015-06-07" }) });
    const db = await crawl.build();
    const rows = await plainRows<{ sales_history: object[] }>(
      db,
      "SELECT sales_history FROM serve.property_valuations ORDER BY address_key",
    );
    expect(rows.map((row) => row.sales_history)).toEqual([
      [
        { date: "2015-06-07", price: 710000.5, agency: "", event_type: "sold" },
        { date: "2001-02-03", price: 250000, agency: "X & Y", event_type: "sold" },
        { date: "", price: 0, agency: "", event_type: "" },
      ],
      [],
    ]);
  });
});

describe("PROPERTY_HISTORY_PAGES", () => {
  it("shows no valuation that is restricted, even one that is in the table", async () => {
    const crawl = newCrawl();
    crawl.listing({ region_code: crawl.suburb("20001", "VIC"), address_key: "a" });
    crawl.valuation({ address_key: "a", fetched_at: daysAgo(10) });
    const db = await crawl.build();
    const elementsOf = async () => {
      const counts: number[] = [];
      const files = await copyQueries(db, PROPERTY_HISTORY_PAGES, await temporaryDirectory());
      const context = { sources: [], synthetic: true };
      for await (const { elements } of PROPERTY_HISTORY_PAGES.documents(new QueryResults(files), context))
        counts.push(elements.length);
      return counts;
    };
    expect(await elementsOf()).toEqual([2]);
    await db.run("UPDATE serve.property_valuations SET source_licence = 'proprietary-tos-restricted'");
    expect(await elementsOf()).toEqual([1]);
    db.close();
  });
});
