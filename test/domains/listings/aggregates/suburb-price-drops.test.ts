import { describe, expect, it } from "vitest";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import {
  type Crawl,
  caseSuburb,
  crawlOfCases,
  daysAgo,
  type FillSuburb,
  newCrawl,
  plainRows,
} from "../../../support/data/listing-fixture.ts";
import { opened } from "../../../support/run/fixtures.ts";

type Row = Record<string, unknown>;

const ranking = (db: BuildDatabase, scope = "AU", sort = "count") =>
  plainRows<Row>(
    db,
    `FROM serve.suburb_price_drops WHERE scope = '${scope}' AND sort = '${sort}' ORDER BY rank`,
  );

/** Adds listings cut from 1,000,000 by these fractions ten days ago, each at its own address. */
function addCuts(crawl: Crawl, region: string, fractions: readonly number[]): void {
  for (const fraction of fractions) {
    const price = Math.round(1_000_000 * (1 - fraction));
    const listing = crawl.listing({ region_code: region, price });
    crawl.cut({ listing, prev: 1_000_000, price, observed: daysAgo(10) });
  }
}

const NO_CUTS = {
  dropped_listing_count: null,
  avg_drop_pct: null,
  median_drop_pct: null,
  max_drop_pct: null,
  max_drop_abs: null,
  dropped_value: null,
  dropped_share: null,
};

const CASES: readonly [title: string, fill: FillSuburb, row: object][] = [
  [
    "keeps a cut of exactly 0.40 and ignores a deeper one",
    (crawl, region) => addCuts(crawl, region, [0.4, 0.1, 0.2, 0.400001]),
    {
      dropped_listing_count: 3,
      total_active_listings: 4,
      dropped_share: 0.75,
      dropped_value: 700_000,
      avg_drop_pct: expect.closeTo(0.7 / 3, 12),
      median_drop_pct: 0.2,
      max_drop_pct: 0.4,
      max_drop_abs: 400_000,
    },
  ],
  [
    "takes the mean of the two middle cuts for an even count",
    (crawl, region) => addCuts(crawl, region, [0.05, 0.1, 0.2, 0.3]),
    { median_drop_pct: expect.closeTo(0.15, 12) },
  ],
  [
    "has no drop row under three cut addresses and counts those for sale instead of the active ones",
    (crawl, region_code) => {
      addCuts(crawl, region_code, [0.1, 0.2]);
      crawl.listing({ region_code, listing_status: "unknown" });
    },
    { ...NO_CUTS, total_active_listings: 2 },
  ],
  [
    "takes in a cut exactly 30 days old and leaves out one a millisecond older",
    (crawl, region_code) => {
      addCuts(crawl, region_code, [0.1, 0.2]);
      for (const observed of [daysAgo(30), daysAgo(30, 1)]) {
        crawl.cut({ listing: crawl.listing({ region_code }), prev: 600_000, price: 500_000, observed });
      }
    },
    { dropped_listing_count: 3 },
  ],
  [
    "counts only listings that are active and were seen within 14 days, the edge included",
    (crawl, region_code) => {
      addCuts(crawl, region_code, [0.1, 0.2, 0.3]);
      for (const row of [
        { last_seen_at: daysAgo(14) },
        { last_seen_at: daysAgo(14, 1) },
        { is_active: false },
      ]) {
        const listing = crawl.listing({ region_code, ...row });
        crawl.cut({ listing, prev: 600_000, price: 500_000, observed: daysAgo(20) });
      }
    },
    { dropped_listing_count: 4, total_active_listings: 4 },
  ],
  [
    "counts a dual-listed cut once, from the portal with the larger sum, and adds cuts of one portal",
    (crawl, region_code) => {
      addCuts(crawl, region_code, [0.1, 0.1]);
      const domain = crawl.listing({ region_code, source: "domain", address_key: "dual" });
      const rea = crawl.listing({ region_code, source: "rea", address_key: "dual" });
      // domain: one cut of 150,000 (0.15); rea: 100,000 (0.10) then 90,000 (0.10), together 190,000.
      crawl.cut({ listing: domain, prev: 1_000_000, price: 850_000, observed: daysAgo(9) });
      crawl.cut({ listing: rea, prev: 1_000_000, price: 900_000, observed: daysAgo(9) });
      crawl.cut({ listing: rea, prev: 900_000, price: 810_000, observed: daysAgo(3) });
    },
    {
      dropped_listing_count: 3,
      max_drop_pct: 0.1,
      max_drop_abs: 100_000,
      dropped_value: 390_000,
      total_active_listings: 3,
    },
  ],
  [
    "gives a tie between portals to the slug that comes first",
    (crawl, region_code) => {
      addCuts(crawl, region_code, [0.01, 0.01]);
      const rea = crawl.listing({ region_code, source: "rea", address_key: "dual" });
      const domain = crawl.listing({ region_code, source: "domain", address_key: "dual" });
      crawl.cut({ listing: rea, prev: 1_000_000, price: 900_000, observed: daysAgo(9) });
      crawl.cut({ listing: domain, prev: 500_000, price: 400_000, observed: daysAgo(9) });
    },
    { max_drop_pct: 0.2 },
  ],
  [
    "leaves rows without an address key out of cuts and of active addresses",
    (crawl, region_code) => {
      addCuts(crawl, region_code, [0.1, 0.2, 0.3]);
      const listing = crawl.listing({ region_code, address_key: "" });
      crawl.cut({ listing, prev: 600_000, price: 500_000, observed: daysAgo(1) });
    },
    { dropped_listing_count: 3, total_active_listings: 3, dropped_share: 1 },
  ],
];

const TABLE = "serve.suburb_price_drops";
const fills = CASES.map(([, fill]) => fill);
const cases = opened(() => crawlOfCases(fills, TABLE));

describe("suburbPriceDrops", () => {
  it.each(CASES.map(([title, , row], n) => [title, caseSuburb(n), row] as const))(
    "%s",
    async (_, code, row) => {
      const rows = (await ranking(cases)).filter(({ region_code }) => region_code === `SUBURB:VIC-${code}`);
      expect(rows).toMatchObject([row]);
    },
  );

  it("ranks a suburb of 20 active addresses by share, one without cuts by none, and one of 19 as thin", async () => {
    const crawl = newCrawl();
    const [thin, wide, calm] = ["20001", "20002", "20003"].map((code) => crawl.suburb(code, "VIC"));
    for (const [region_code, others, cuts] of [
      [thin, 15, [0.1, 0.1, 0.1, 0.1]],
      [wide, 17, [0.1, 0.1, 0.1]],
      [calm, 20, []],
    ] as const) {
      for (let i = 0; i < others; i++) crawl.listing({ region_code });
      addCuts(crawl, region_code, cuts);
    }
    const db = await crawl.build(TABLE);
    const rows = await ranking(db, "AU", "share");
    expect(rows.map((r) => [r.region_code, r.total_active_listings, r.dropped_share])).toEqual([
      [wide, 20, 0.15],
      [calm, 20, null],
      [thin, 19, 4 / 19],
    ]);
  });

  it("ranks a state apart from the country and breaks ties by region code", async () => {
    const crawl = newCrawl();
    const second = crawl.suburb("20002", "VIC");
    const first = crawl.suburb("20001", "VIC");
    const other = crawl.suburb("10001", "NSW");
    addCuts(crawl, second, [0.1, 0.1, 0.1]);
    addCuts(crawl, first, [0.1, 0.1, 0.1]);
    addCuts(crawl, other, [0.1, 0.1, 0.1, 0.1]);
    const db = await crawl.build(TABLE);
    expect((await ranking(db)).map((r) => r.region_code)).toEqual([other, first, second]);
    expect((await ranking(db, "VIC")).map((r) => r.region_code)).toEqual([first, second]);
    expect(await ranking(db, "QLD")).toEqual([]);
  });
});
