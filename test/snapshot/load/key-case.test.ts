import { describe, expect, it } from "vitest";
import { copyExample, loadFolder, putTable } from "../../support/data/example-dataset.ts";

const PRICES = "region_code,measure,dwelling_type,period,period_freq,value,source";

/** A dataset whose keys have another case than requests are looked up in. */
async function oddKeys(): Promise<string> {
  const dir = await copyExample(
    "property_listings",
    "property_price_events",
    "property_valuations",
    "economic_series",
  );
  await putTable(
    dir,
    "house_price_regions.csv",
    "region_code,region_type,region_name\nAus,national,Australia\n",
  );
  await putTable(dir, "house_prices.csv", `${PRICES}\naus,median_price,all,2026-09-30,Q,800000,s\n`);
  await putTable(
    dir,
    "property_listings.csv",
    "id,source,listing_id,region_code,address_key,is_active,first_seen_at,last_seen_at\n" +
      "1,p,a,aUS,12-Mill-Street,true,2026-08-01T00:00:00Z,2026-08-02T00:00:00Z\n",
  );
  await putTable(
    dir,
    "property_price_events.csv",
    "id,listing_pk,source,listing_id,region_code,address_key,observed_at,event_type\n" +
      "1,1,p,a,AUS,12-MILL-STREET,2026-08-01T00:00:00Z,first_seen\n",
  );
  await putTable(
    dir,
    "property_valuations.csv",
    "address_key,source,fetched_at,fetch_status\n12-mill-STREET,s,2026-10-30T00:00:00Z,ok\n",
  );
  await putTable(
    dir,
    "economic_series.csv",
    "series_key,topic,metric,product,region_type,region_code,region_name,unit,frequency,source_key\n" +
      "cpi.index.aus,CPI,Index,All,national,AUS,Australia,index,quarterly,s\n",
  );
  return dir;
}

describe("keys in other letters than requests are looked up in", () => {
  it("are loaded in the letters of requests, in every table alike", async () => {
    const { db, report } = await loadFolder(await oddKeys());
    expect(report.rowsRejected).toBe(0);
    expect(
      await db.rows(`
        SELECT 'region' AS of, region_code AS key FROM house_price_regions
        UNION ALL SELECT 'price', region_code FROM house_prices
        UNION ALL SELECT 'listing', region_code || ' ' || address_key FROM property_listings
        UNION ALL SELECT 'event', region_code || ' ' || address_key FROM property_price_events
        UNION ALL SELECT 'valuation', address_key FROM property_valuations
        UNION ALL SELECT 'series', concat_ws(' ', topic, metric, product, region_code) FROM economic_series`),
    ).toEqual([
      { of: "region", key: "AUS" },
      { of: "price", key: "AUS" },
      { of: "listing", key: "AUS 12-mill-street" },
      { of: "event", key: "AUS 12-mill-street" },
      { of: "valuation", key: "12-mill-street" },
      { of: "series", key: "cpi index all aus" },
    ]);
  });

  it.each([
    ["two spellings of one key", "AUS,national,Australia\naus,national,Australia", "key"],
    ["letters that readers change differently", "STRASSE,national,A\nStraße,national,B", "pattern"],
    ["a space that requests lose", 'AUS,national,A\n" B",national,B', "spaces"],
  ])("are rejected by rule for %s", async (_what, rows, rule) => {
    const dir = await copyExample();
    await putTable(dir, "house_price_regions.csv", `region_code,region_type,region_name\n${rows}\n`);
    const { report } = await loadFolder(dir);
    const regions = report.tables.find(({ table }) => table === "house_price_regions");
    expect(regions).toMatchObject({ rowsLoaded: 1, rejectsByRule: { [rule]: 1 } });
  });
});
