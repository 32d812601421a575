import { describe, expect, it } from "vitest";
import { suburbCutDays } from "../../../../src/domains/listings/aggregates/drop-index.ts";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import { TEST_AS_OF } from "../../../support/data/build-db.ts";
import { at, type Crawl, newCrawl, oneSuburb } from "../../../support/data/listing-fixture.ts";
import { runSeed, seededRandom } from "../../../support/run/seeded-random.ts";

interface Point {
  date: string;
  drop_rate: number;
  median_drop_pct: number | null;
  panel_suburbs: number;
  coverage_ratio: number;
  is_gap: boolean;
  active_addresses: number;
  dropped_addresses: number;
  withdrawn_then_relisted: number;
  delisted_count: number;
  median_withheld: boolean;
}

const series = (db: BuildDatabase, key: string) =>
  db.rows<Point>(
    `SELECT strftime(snapshot_date, '%Y-%m-%d') AS date, * EXCLUDE (grain_key, snapshot_date)
     FROM serve.drop_index_daily WHERE grain_key = '${key}' ORDER BY snapshot_date`,
  );

const dates = (points: readonly Point[]) => points.map((p) => p.date);
const on = (points: readonly Point[], date: string) => points.find((p) => p.date === date);

/** Adds `count` addresses to a region, the first ones cut by these fractions on 2026-11-01. */
function addAddresses(crawl: Crawl, region_code: string, count: number, fractions: readonly number[]): void {
  for (let i = 0; i < count; i++) {
    const listing = crawl.listing({ region_code, first_seen_at: at("2026-08-01") });
    if (i >= fractions.length) continue;
    const price = Math.round(1_000_000 * (1 - fractions[i]));
    crawl.cut({ listing, prev: 1_000_000, price, observed: at("2026-11-01") });
  }
}

describe("dropIndexDaily", () => {
  it("means the panel's rates without weights and takes the median of the suburbs' medians", async () => {
    const crawl = newCrawl();
    addAddresses(crawl, crawl.suburb("20001", "VIC"), 20, [0.1, 0.2]);
    addAddresses(crawl, crawl.suburb("20002", "VIC"), 40, [0.3]);
    addAddresses(crawl, crawl.suburb("20003", "VIC"), 20, []);
    // 19 active addresses: outside the panel, inside the catalogue.
    addAddresses(crawl, crawl.suburb("20004", "VIC"), 19, [0.4, 0.4, 0.4]);
    addAddresses(crawl, crawl.suburb("10001", "NSW"), 20, [0.05]);
    const db = await crawl.build("serve.drop_index_daily");
    expect(on(await series(db, "VIC"), "2026-11-13")).toEqual({
      date: "2026-11-13",
      // 2/20, 1/40 and 0/20.
      drop_rate: expect.closeTo((0.1 + 0.025) / 3, 12),
      // Median of 0.15 and 0.3; the suburb without cuts is left out.
      median_drop_pct: expect.closeTo(0.225, 12),
      panel_suburbs: 3,
      coverage_ratio: 0.75,
      is_gap: false,
      active_addresses: 80,
      dropped_addresses: 3,
      withdrawn_then_relisted: 0,
      delisted_count: 0,
      median_withheld: false,
    });
    expect(on(await series(db, "AU"), "2026-11-13")).toMatchObject({
      drop_rate: expect.closeTo((0.1 + 0.025 + 0 + 0.05) / 4, 12),
      median_drop_pct: expect.closeTo(0.15, 12),
      panel_suburbs: 4,
      coverage_ratio: 0.8,
      dropped_addresses: 4,
    });
    expect(on(await series(db, "NSW"), "2026-11-13")).toMatchObject({
      dropped_addresses: 1,
      median_drop_pct: null,
      median_withheld: true,
    });
  });

  it("counts an address once whose adverts span the same days, in whatever order they come", async () => {
    const crawl = newCrawl();
    const suburbs = Array.from({ length: 20 }, (_, i) => crawl.suburb(String(20_001 + i), "VIC"));
    // 19 addresses per suburb, one short of the panel; the adverts of an address span the same days.
    const adverts = suburbs.flatMap((region_code) =>
      Array.from({ length: 19 * 3 }, (_, i) => ({ region_code, address_key: `${region_code}-${i % 19}` })),
    );
    const random = seededRandom(runSeed("adverts of one span"));
    for (let i = adverts.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [adverts[i], adverts[j]] = [adverts[j], adverts[i]];
    }
    for (const advert of adverts) crawl.listing({ ...advert, first_seen_at: at("2026-10-01") });
    const db = await crawl.build("serve.drop_index_daily");
    const points = await db.rows<Point>("SELECT * FROM serve.drop_index_daily WHERE grain_key ~ '[0-9]+'");
    expect(new Set(points.map((point) => point.active_addresses))).toEqual(new Set([19]));
    expect((await series(db, "VIC")).every((point) => point.is_gap && point.panel_suburbs === 0)).toBe(true);
  });

  it("runs from the first tracked day to the as-of day and counts a cut for 30 days", async () => {
    const { crawl, region_code } = oneSuburb();
    const listing = crawl.listing({ region_code, first_seen_at: at("2026-07-20") });
    crawl.cut({ listing, prev: 1_000_000, price: 900_000, observed: at("2026-09-10", "23:59:59") });
    const db = await crawl.build("serve.drop_index_daily");
    const points = await series(db, "20001");
    expect(points).toHaveLength(93);
    expect([points[0].date, points[92].date]).toEqual(["2026-08-13", "2026-11-13"]);
    const cutDays = dates(points.filter((p) => p.dropped_addresses === 1));
    expect([cutDays[0], cutDays.at(-1), cutDays.length]).toEqual(["2026-09-10", "2026-10-09", 30]);
    expect(on(points, "2026-09-10")).toMatchObject({ drop_rate: 1, panel_suburbs: 1, coverage_ratio: 1 });
  });

  it("is not a gap at coverage 0.6 and a gap below it", async () => {
    const crawl = newCrawl();
    for (let i = 1; i <= 5; i++) addAddresses(crawl, crawl.suburb(`2000${i}`, "VIC"), i <= 3 ? 20 : 1, []);
    for (let i = 1; i <= 5; i++) addAddresses(crawl, crawl.suburb(`1000${i}`, "NSW"), i <= 2 ? 20 : 1, []);
    addAddresses(crawl, crawl.suburb("60001", "TAS"), 1, []);
    const db = await crawl.build("serve.drop_index_daily");
    const last = async (key: string) => on(await series(db, key), "2026-11-13");
    expect(await last("VIC")).toMatchObject({ coverage_ratio: 0.6, is_gap: false });
    expect(await last("NSW")).toMatchObject({ coverage_ratio: 0.4, is_gap: true });
    expect(await last("TAS")).toMatchObject({ panel_suburbs: 0, drop_rate: 0, is_gap: true });
  });

  it("takes a suburb into the panel from 20 active addresses on", async () => {
    const crawl = newCrawl();
    addAddresses(crawl, crawl.suburb("20001", "VIC"), 20, []);
    addAddresses(crawl, crawl.suburb("20002", "VIC"), 19, []);
    const db = await crawl.build("serve.drop_index_daily");
    const expected = { panel_suburbs: 1, active_addresses: 20, coverage_ratio: 0.5, is_gap: true };
    expect(on(await series(db, "VIC"), "2026-11-13")).toMatchObject(expected);
    expect(on(await series(db, "20002"), "2026-11-13")).toMatchObject({
      active_addresses: 19,
      is_gap: false,
    });
  });

  it("withholds the median of two cut addresses and shows that of three", async () => {
    const crawl = newCrawl();
    addAddresses(crawl, crawl.suburb("20001", "VIC"), 20, [0.1, 0.2]);
    addAddresses(crawl, crawl.suburb("20002", "VIC"), 20, [0.1, 0.2, 0.4]);
    const db = await crawl.build("serve.drop_index_daily");
    const last = async (key: string) => on(await series(db, key), "2026-11-13");
    const two = { dropped_addresses: 2, drop_rate: 0.1, median_drop_pct: null, median_withheld: true };
    const three = { dropped_addresses: 3, drop_rate: 0.15, median_drop_pct: 0.2, median_withheld: false };
    expect(await last("20001")).toMatchObject(two);
    expect(await last("20002")).toMatchObject(three);
    // The panel's five cut addresses are enough: the mean of the suburbs' medians 0.15 and 0.2.
    expect(await last("VIC")).toMatchObject({
      dropped_addresses: 5,
      median_drop_pct: expect.closeTo(0.175, 12),
    });
  });

  it("counts a listing that came back twice once, from its earliest return after each delisting", async () => {
    const crawl = newCrawl();
    const listing = crawl.listing({ region_code: crawl.suburb("20001", "VIC") });
    const events = [
      ["delisted", "2026-09-01"],
      ["delisted", "2026-09-02"],
      ["relisted", "2026-09-12"],
      ["relisted", "2026-09-20"],
      ["delisted", "2026-09-21"],
      ["relisted", "2026-10-01"],
    ];
    for (const [event_type, day] of events) crawl.event(listing, { event_type, observed_at: at(day) });
    const db = await crawl.build("serve.drop_index_daily");
    const points = await series(db, "AU");
    const returned = dates(points.filter((p) => p.withdrawn_then_relisted > 0));
    expect(points.every((p) => p.withdrawn_then_relisted <= 1)).toBe(true);
    expect([returned[0], returned.at(-1)]).toEqual(["2026-09-12", "2026-10-30"]);
  });

  it("counts the suburbs crawled by the day as its catalogue", async () => {
    const crawl = newCrawl();
    addAddresses(crawl, crawl.suburb("20001", "VIC"), 20, []);
    crawl.listing({ region_code: crawl.suburb("20002", "VIC"), first_seen_at: at("2026-10-01", "05:00:00") });
    const db = await crawl.build("serve.drop_index_daily");
    const points = await series(db, "VIC");
    expect(on(points, "2026-09-30")?.coverage_ratio).toBe(1);
    expect(on(points, "2026-10-01")?.coverage_ratio).toBe(0.5);
  });

  it("counts a listing from its first sighting to 13 days after its last", async () => {
    const crawl = newCrawl();
    crawl.listing({
      region_code: crawl.suburb("20001", "VIC"),
      first_seen_at: at("2026-09-01", "08:00:00"),
      last_seen_at: at("2026-09-10", "08:00:00"),
      is_active: false,
    });
    const db = await crawl.build("serve.drop_index_daily");
    const days = dates(await series(db, "20001"));
    expect([days[0], days.at(-1), days.length]).toEqual(["2026-09-01", "2026-09-23", 23]);
  });

  it("leaves out the days of a relist gap that lie more than 13 days after the delisting", async () => {
    const crawl = newCrawl();
    const listing = crawl.listing({
      region_code: crawl.suburb("20001", "VIC"),
      first_seen_at: at("2026-08-20"),
      last_seen_at: at("2026-10-05"),
    });
    crawl.event(listing, { event_type: "delisted", observed_at: at("2026-08-25") });
    crawl.event(listing, { event_type: "relisted", observed_at: at("2026-10-01") });
    crawl.cut({ listing, prev: 1_000_000, price: 900_000, observed: at("2026-08-22") });
    const db = await crawl.build("serve.drop_index_daily");
    const points = await series(db, "20001");
    const days = dates(points);
    expect(days).toHaveLength(19 + 18);
    expect([days[0], days[18], days[19], days.at(-1)]).toEqual([
      "2026-08-20",
      "2026-09-07",
      "2026-10-01",
      "2026-10-18",
    ]);
    expect(points.filter((p) => p.dropped_addresses > 0)).toHaveLength(17);
  });

  it("counts an address listed twice once and takes its cut from the portal with the larger sum", async () => {
    const { crawl, region_code } = oneSuburb();
    const dual = (source: string, prev: number, price: number) => {
      const listing = crawl.listing({
        region_code,
        source,
        address_key: "dual",
        first_seen_at: at("2026-08-01"),
      });
      crawl.cut({ listing, prev, price, observed: at("2026-11-01") });
      return listing;
    };
    dual("domain", 500_000, 350_000);
    const rea = dual("rea", 1_000_000, 900_000);
    crawl.cut({ listing: rea, prev: 900_000, price: 800_000, observed: at("2026-11-05") });
    addAddresses(crawl, region_code, 2, [0.01, 0.02]);
    const db = await crawl.build("serve.drop_index_daily");
    const points = await series(db, "20001");
    // 2026-11-04: domain 150,000 (0.30) over rea 100,000; 2026-11-05: rea 200,000 in two cuts, at most 1/9.
    expect(on(points, "2026-11-04")).toMatchObject({ active_addresses: 3, median_drop_pct: 0.02 });
    const withRea = on(points, "2026-11-05");
    expect(withRea).toMatchObject({ dropped_addresses: 3, drop_rate: 1 });
    const spans = await db.rows<{ pct: number }>(
      `SELECT max_drop_pct AS pct FROM step.address_cut_spans WHERE max_drop_pct > 0.02 ORDER BY from_day`,
    );
    expect(spans.map((s) => s.pct)).toEqual([0.3, 100_000 / 900_000]);
  });

  it("ignores cuts above 0.40 and listings without an address key, and flags a day with nothing active", async () => {
    const { crawl, region_code } = oneSuburb();
    const keyless = crawl.listing({ region_code, address_key: "", first_seen_at: at("2026-08-01") });
    crawl.cut({ listing: keyless, prev: 1_000_000, price: 900_000, observed: at("2026-11-01") });
    const typo = crawl.listing({ region_code, first_seen_at: at("2026-10-01") });
    crawl.cut({ listing: typo, prev: 1_000_000, price: 599_000, observed: at("2026-11-01") });
    const db = await crawl.build("serve.drop_index_daily");
    const points = await series(db, "20001");
    expect(on(points, "2026-09-30")).toMatchObject({ active_addresses: 0, drop_rate: 0, is_gap: true });
    expect(on(points, "2026-11-13")).toMatchObject({
      active_addresses: 1,
      dropped_addresses: 0,
      is_gap: false,
    });
  });

  it("is the same whether medians are taken in one batch or in many", async () => {
    const crawl = newCrawl();
    for (let i = 1; i <= 6; i++)
      addAddresses(crawl, crawl.suburb(`2000${i}`, "VIC"), 8, [0.1, 0.2, 0.1 * (i % 4)]);
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

  it("counts delistings of 30 days and relists after more than 7 days, nationally only", async () => {
    const { crawl, region_code } = oneSuburb();
    const gone = (delisted: string, relisted: string | null) => {
      const listing = crawl.listing({ region_code });
      crawl.event(listing, { event_type: "delisted", observed_at: delisted });
      if (relisted !== null) crawl.event(listing, { event_type: "relisted", observed_at: relisted });
    };
    gone(at("2026-09-01"), at("2026-09-08"));
    gone(at("2026-09-01"), at("2026-09-09"));
    gone(at("2026-09-01"), at("2026-09-08", "00:00:01"));
    gone(at("2026-10-10"), null);
    const db = await crawl.build("serve.drop_index_daily");
    const points = await series(db, "AU");
    const counters = (date: string) => {
      const point = on(points, date);
      return [point?.delisted_count, point?.withdrawn_then_relisted];
    };
    expect(counters("2026-08-31")).toEqual([0, 0]);
    expect(counters("2026-09-08")).toEqual([3, 1]);
    expect(counters("2026-09-09")).toEqual([3, 2]);
    expect(counters("2026-09-30")).toEqual([3, 2]);
    expect(counters("2026-10-01")).toEqual([0, 2]);
    expect(counters("2026-10-08")).toEqual([0, 1]);
    expect(counters("2026-10-10")).toEqual([1, 0]);
    expect((await series(db, "VIC")).every((p) => p.delisted_count + p.withdrawn_then_relisted === 0)).toBe(
      true,
    );
  });
});
