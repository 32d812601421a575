import { afterEach, describe, expect, it } from "vitest";
import { RESTRICTED_LICENCE } from "../../../../src/dataset/table-definition.ts";
import { LISTING_AGGREGATES } from "../../../../src/domains/listings/aggregates/index.ts";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import { daysAgo, newCrawl, oneSuburb } from "../../../support/data/listing-fixture.ts";

const SERVED = LISTING_AGGREGATES.flatMap((aggregate) => aggregate.tables.map(({ name }) => name));

async function servedText(db: BuildDatabase): Promise<string> {
  const texts: string[] = [];
  for (const name of SERVED) {
    const rows = await db.rows<{ row: string }>(
      `SELECT CAST(to_json(t) AS VARCHAR) AS row FROM serve.${name} t`,
    );
    texts.push(`${name}: ${rows.map(({ row }) => row).join("\n")}`);
  }
  return texts.join("\n");
}

describe("listings under the restricted licence", () => {
  const open: BuildDatabase[] = [];
  afterEach(() => {
    for (const db of open.splice(0)) db.close();
  });

  /** Five open adverts; optionally also restricted ones, three in the same suburb and one in another. */
  async function crawled(withRestricted: boolean): Promise<BuildDatabase> {
    const { crawl, region_code } = oneSuburb();
    const beside = crawl.suburb("20002", "VIC");
    for (let i = 0; i < 5; i++) {
      const listing = crawl.listing({
        region_code,
        address_key: `open-${i}`,
        agency_id: "A",
        agency_name: "Open",
      });
      crawl.cut({ listing, prev: 560_000 + i, price: 500_000, observed: daysAgo(3) });
    }
    if (withRestricted) {
      for (const place of [region_code, region_code, region_code, beside]) {
        const listing = crawl.listing({
          region_code: place,
          price: 777_777,
          agency_id: "B",
          agency_name: "Withheld & Co",
          agent_names: ["W. Held"],
          display_address: "1 Withheld Street",
          last_seen_at: daysAgo(0),
          source_licence: RESTRICTED_LICENCE,
        });
        crawl.cut({ listing, prev: 900_000, price: 777_777, observed: daysAgo(0) });
        crawl.event(listing, { event_type: "delisted", observed_at: daysAgo(1) });
      }
    }
    const db = await crawl.build();
    open.push(db);
    return db;
  }

  it("are in no serving table, and change no figure of one", async () => {
    const [without, withThem] = [
      await servedText(await crawled(false)),
      await servedText(await crawled(true)),
    ];
    expect(withThem).not.toMatch(/777777|Withheld|W\. Held/);
    expect(withThem).toBe(without);
  });

  it("are what rows without a stated licence are taken for", async () => {
    const crawl = newCrawl();
    crawl.listing({ region_code: crawl.suburb("20001", "VIC"), source_licence: null });
    const db = await crawl.build();
    open.push(db);
    expect(await db.rows("FROM serve.suburb_listing_stats")).toEqual([]);
    expect(await db.rows("FROM serve.refresh_stamps")).toEqual([]);
  });
});
