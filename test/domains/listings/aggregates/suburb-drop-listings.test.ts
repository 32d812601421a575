import { describe, expect, it } from "vitest";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import { daysAgo, oneSuburb } from "../../../support/data/listing-fixture.ts";
import { shownDrops } from "../../../support/data/paged-tables.ts";

async function shown(db: BuildDatabase, key: string, windowDays: number) {
  const rows = await shownDrops(db, key, windowDays);
  return rows.map(({ address_key, drop_abs, source }) => ({ address_key, drop_abs, source }));
}

describe("suburbDropListings", () => {
  it("shows the largest cut in AUD of each window and address, once a larger one has come in", async () => {
    const { crawl, region_code } = oneSuburb();
    const listing = crawl.listing({ region_code, address_key: "a" });
    crawl.cut({ listing, prev: 900_000, price: 880_000, observed: daysAgo(2) });
    crawl.cut({ listing, prev: 950_000, price: 900_000, observed: daysAgo(20) });
    crawl.cut({ listing, prev: 960_000, price: 950_000, observed: daysAgo(25) });
    crawl.cut({ listing, prev: 1_060_000, price: 960_000, observed: daysAgo(60, 1) });
    const db = await crawl.build();
    for (const [window, drop] of [
      [2, 20_000],
      [19, 20_000],
      [20, 50_000],
      [60, 50_000],
      [61, 100_000],
      [365, 100_000],
    ]) {
      expect(await shown(db, "sal:20001", window)).toEqual([
        { address_key: "a", drop_abs: drop, source: "rea" },
      ]);
    }
    expect(await shown(db, "sal:20001", 1)).toEqual([]);
    expect(await shown(db, `region:${region_code}`, 20)).toHaveLength(1);
  });

  it("takes the newer of two equal cuts", async () => {
    const { crawl, region_code } = oneSuburb();
    const rea = crawl.listing({ region_code, address_key: "a" });
    const domain = crawl.listing({ region_code, address_key: "a", source: "domain" });
    crawl.cut({ listing: rea, prev: 900_000, price: 800_000, observed: daysAgo(4) });
    crawl.cut({ listing: domain, prev: 900_000, price: 800_000, observed: daysAgo(3) });
    const db = await crawl.build();
    expect(await shown(db, "sal:20001", 30)).toMatchObject([{ source: "domain" }]);
  });

  it("needs a live listing with URL and address, and a cut of at most 0.40", async () => {
    const { crawl, region_code } = oneSuburb();
    const cut = (row: Record<string, string | boolean>, price = 800_000) => {
      const listing = crawl.listing({ region_code, ...row });
      crawl.cut({ listing, prev: 1_000_000, price, observed: daysAgo(3) });
    };
    cut({ address_key: "good" }, 600_000);
    cut({ address_key: "deep" }, 599_999);
    cut({ address_key: "stale", last_seen_at: daysAgo(15) });
    cut({ address_key: "gone", is_active: false });
    cut({ address_key: "unlinked", listing_url: "" });
    cut({ address_key: "" });
    const db = await crawl.build();
    expect(await shown(db, "sal:20001", 30)).toEqual([
      { address_key: "good", drop_abs: 400_000, source: "rea" },
    ]);
  });
});
