import { describe, expect, it } from "vitest";
import { RESTRICTED_LICENCE } from "../../../../src/dataset/table-definition.ts";
import { LISTING_AGGREGATES } from "../../../../src/domains/listings/aggregates/index.ts";
import { PROPERTY_HISTORY_PAGES } from "../../../../src/domains/listings/pages/property-histories.ts";
import { copyQueries } from "../../../../src/snapshot/pages/build-page-set.ts";
import { QueryResults } from "../../../../src/snapshot/pages/query-results.ts";
import type { BuildDatabase } from "../../../../src/snapshot/tables/write-tables.ts";
import { daysAgo, newCrawl } from "../../../support/data/listing-fixture.ts";
import { temporaryDirectory } from "../../../support/run/fixtures.ts";

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
  /** Five open adverts; optionally also restricted ones, three in the same suburb and one in another. */
  async function crawled(withRestricted: boolean): Promise<BuildDatabase> {
    const crawl = newCrawl();
    const region_code = crawl.suburb("20001", "VIC");
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
    return crawl.build();
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
    expect(await db.rows("FROM serve.suburb_listing_stats")).toEqual([]);
    expect(await db.rows("FROM serve.refresh_stamps")).toEqual([]);
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
  });
});
