import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createWindowReach } from "../../../../src/domains/listings/aggregates/address-drops.ts";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import { type Crawl, daysAgo, oneSuburb, plainRows } from "../../../support/data/listing-fixture.ts";

type Row = Record<string, unknown>;

async function ranking(db: BuildDatabase, windowDays = 90, sort = "pct") {
  return plainRows<Row>(
    db,
    `SELECT address_key, first_price, current_price, drop_abs, drop_pct, num_listings, latest_source, last_observed_at
     FROM serve.address_price_drops
     WHERE scope = 'AU' AND sort = '${sort}' AND shown_from <= ${windowDays} AND shown_until > ${windowDays}
     ORDER BY rank`,
  );
}

describe("addressPriceDrops", () => {
  let crawl: Crawl;
  let region_code: string;
  beforeEach(() => {
    ({ crawl, region_code } = oneSuburb());
  });

  const firstAsks = async () => {
    const rows = await ranking(await crawl.build("serve.address_price_drops"));
    return Object.fromEntries(rows.map((row) => [row.address_key, row.first_price]));
  };

  /** A listing first seen at a price and then cut, as prices by days ago; the last price is current. */
  function advert(row: Record<string, string | number | boolean>, asks: Readonly<Record<number, number>>) {
    const [first, ...cuts] = Object.entries(asks).reverse();
    const [firstDays, firstPrice] = [Number(first[0]), first[1]];
    const price = (cuts.at(-1) ?? first)[1];
    const listing = crawl.listing({ region_code, price, first_seen_at: daysAgo(firstDays), ...row });
    crawl.event(listing, { event_type: "first_seen", observed_at: daysAgo(firstDays), price: firstPrice });
    let prev = firstPrice;
    for (const [days, next] of cuts) {
      crawl.cut({ listing, prev, price: next, observed: daysAgo(Number(days)) });
      prev = next;
    }
    return listing;
  }

  it("ranks an advert with the state AU once, and in no state", async () => {
    advert({ address_key: "a", state_code: "AU" }, { 80: 1_000_000, 10: 900_000 });
    const db = await crawl.build("serve.address_price_drops");
    for (const sort of ["pct", "abs", "recent"]) {
      expect((await ranking(db, 90, sort)).map((row) => row.address_key)).toEqual(["a"]);
    }
    expect(await db.rows("SELECT DISTINCT scope FROM serve.address_price_drops")).toEqual([{ scope: "AU" }]);
  });

  it("measures from the first ask in the window, a move bringing its previous price", async () => {
    advert({ address_key: "a" }, { 80: 1_000_000, 40: 950_000, 10: 900_000 });
    const db = await crawl.build("serve.address_price_drops");
    expect(await ranking(db, 90)).toEqual([
      {
        address_key: "a",
        first_price: 1_000_000,
        current_price: 900_000,
        drop_abs: 100_000,
        drop_pct: 0.1,
        num_listings: 1,
        latest_source: "rea",
        last_observed_at: Date.parse(daysAgo(10)),
      },
    ]);
    expect((await ranking(db, 40))[0].first_price).toBe(1_000_000);
    expect((await ranking(db, 39))[0].first_price).toBe(950_000);
    expect((await ranking(db, 10))[0].first_price).toBe(950_000);
    expect(await ranking(db, 9)).toEqual([]);
  });

  it("keeps total cuts of 0.03 and 0.40 and drops those outside", async () => {
    advert({ address_key: "three" }, { 50: 1_000_000, 5: 970_000 });
    advert({ address_key: "under" }, { 50: 1_000_000, 5: 970_001 });
    advert({ address_key: "forty" }, { 50: 1_000_000, 20: 700_000, 5: 600_000 });
    advert({ address_key: "over" }, { 50: 1_000_000, 20: 700_000, 5: 599_999 });
    const db = await crawl.build("serve.address_price_drops");
    expect((await ranking(db)).map((r) => r.address_key)).toEqual(["forty", "three"]);
    // In the last ten days "over" fell from 700,000 only.
    expect((await ranking(db, 10)).map((r) => r.address_key)).toEqual(["over", "forty", "three"]);
  });

  it("needs a real cut in the chain: an implausible one or a lower relist alone is none", async () => {
    advert({ address_key: "typo" }, { 50: 1_000_000, 5: 500_000 });
    const old = { source: "rea", address_key: "relist", is_active: false };
    advert({ ...old, last_seen_at: daysAgo(40) }, { 80: 1_000_000 });
    advert({ source: "rea", address_key: "relist" }, { 20: 900_000 });
    const db = await crawl.build("serve.address_price_drops");
    expect(await ranking(db)).toEqual([]);
  });

  it("takes in an advert of the same portal that ended before, and another portal's only after 14 days", async () => {
    const chain = (address_key: string, source: string, endedDaysAgo: number, extraMs = 0) => {
      const last_seen_at = daysAgo(endedDaysAgo, extraMs);
      advert({ address_key, source, is_active: false, last_seen_at }, { 80: 1_200_000 });
      advert({ address_key, source: "rea" }, { 30: 1_000_000, 5: 900_000 });
    };
    chain("same", "rea", 30, 1);
    chain("same-late", "rea", 30);
    chain("other", "domain", 44, 1);
    chain("other-late", "domain", 44);
    const db = await crawl.build("serve.address_price_drops");
    const firsts = new Map((await ranking(db)).map((r) => [r.address_key, r.first_price]));
    expect(firsts).toEqual(
      new Map([
        ["same", 1_200_000],
        ["other", 1_200_000],
        ["same-late", 1_000_000],
        ["other-late", 1_000_000],
      ]),
    );
    expect((await ranking(db)).every((r) => r.num_listings === 2)).toBe(true);
  });

  it("compares fixed with offers over, and range ends only with themselves", async () => {
    for (const [address_key, oldKind, newKind] of [
      ["offers", "offers_over", "fixed"],
      ["low", "range_low", "range_low"],
      ["mixed", "range_low", "fixed"],
      ["ends", "range_high", "range_low"],
    ]) {
      const old = { address_key, is_active: false, last_seen_at: daysAgo(40), price_kind: oldKind };
      advert(old, { 80: 1_200_000 });
      advert({ address_key, price_kind: newKind }, { 30: 1_000_000, 5: 900_000 });
    }
    advert({ address_key: "auction", price_kind: "auction" }, { 30: 1_000_000, 5: 900_000 });
    expect(await firstAsks()).toEqual({
      offers: 1_200_000,
      low: 1_200_000,
      mixed: 1_000_000,
      ends: 1_000_000,
    });
  });

  it("leaves out earlier adverts with another bedroom count, unless one is unknown", async () => {
    for (const [address_key, oldBedrooms, newBedrooms] of [
      ["equal", 3, 3],
      ["unknown", 0, 3],
      ["other", 2, 3],
    ] as const) {
      const old = { address_key, is_active: false, last_seen_at: daysAgo(40), bedrooms: oldBedrooms };
      advert(old, { 80: 1_200_000 });
      advert({ address_key, bedrooms: newBedrooms }, { 30: 1_000_000, 5: 900_000 });
    }
    expect(await firstAsks()).toEqual({ equal: 1_200_000, unknown: 1_200_000, other: 1_000_000 });
  });

  it("does not count an advert superseded by a later one of its portal as current", async () => {
    const relisted = (address_key: string, last_seen_at: string, bedrooms = 0, laterEnded = false) => {
      advert({ address_key, last_seen_at, bedrooms: 3 }, { 60: 1_000_000, 20: 800_000 });
      const later = laterEnded ? { is_active: false, last_seen_at: daysAgo(4) } : {};
      advert({ address_key, bedrooms, ...later }, { 5: 990_000 });
    };
    // The relist asks 990,000 after a first price of 1,000,000: one percent, below the minimum.
    relisted("ended", daysAgo(10));
    relisted("still shown", daysAgo(0, 3_600_000));
    relisted("another dwelling", daysAgo(10), 2);
    relisted("relist ended first", daysAgo(1), 3, true);
    const db = await crawl.build("serve.address_price_drops");
    expect((await ranking(db)).map((r) => r.address_key)).toEqual(["another dwelling", "relist ended first"]);
  });

  it("keeps the deepest of several live adverts, then the larger in AUD, then the first portal", async () => {
    const dual = (address_key: string, rea: [number, number], domain: [number, number]) => {
      advert({ address_key, source: "rea" }, { 30: rea[0], 5: rea[1] });
      advert({ address_key, source: "domain" }, { 28: domain[0], 4: domain[1] });
    };
    dual("deepest", [1_000_000, 900_000], [1_000_000, 950_000]);
    dual("larger", [1_000_000, 900_000], [2_000_000, 1_800_000]);
    dual("portal", [1_000_000, 900_000], [1_000_000, 900_000]);
    const db = await crawl.build("serve.address_price_drops");
    const rows = Object.fromEntries((await ranking(db)).map((r) => [r.address_key, r.latest_source]));
    expect(rows).toEqual({ deepest: "rea", larger: "domain", portal: "domain" });
    // Only domain's cut is within the last four days.
    expect((await ranking(db, 4)).every((r) => r.latest_source === "domain")).toBe(true);
  });
});

describe("createWindowReach", () => {
  it("reaches exactly the rows that a list cut at the limit shows in some window", () => {
    const span = fc
      .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 6 }))
      .map(([from, length]) => ({ from, to: from + length }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (spans, limit) => {
        const shownSomewhere = new Set<number>();
        for (let window = 1; window <= 12; window++) {
          const shown = [...spans.keys()].filter((i) => spans[i].from <= window && window < spans[i].to);
          for (const i of shown.slice(0, limit)) shownSomewhere.add(i);
        }
        const reach = createWindowReach(12, limit);
        const reached = [...spans.keys()].filter((i) => reach.offer(spans[i].from, spans[i].to));
        expect(reached).toEqual([...shownSomewhere].sort((a, b) => a - b));
      }),
      { numRuns: 500 },
    );
  });

  it("is full once every window shows its limit", () => {
    const reach = createWindowReach(3, 1);
    reach.offer(1, 3);
    expect(reach.isFull()).toBe(false);
    reach.offer(2, 366);
    expect(reach.isFull()).toBe(true);
    expect(reach.offer(1, 366)).toBe(false);
  });
});
