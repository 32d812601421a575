import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readParquetRows } from "../../../src/importers/files/read-parquet.ts";
import { unpackBudget } from "../../../src/importers/files/unpack.ts";
import { ImportFile } from "../../../src/importers/run/import-file.ts";
import { openBuildDatabase } from "../../../src/snapshot/tables/write-tables.ts";
import { importMade, tableOf, textFile, wordsOf } from "../../support/data/import-files.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

/** Adverts of four sweeps in database types: with nulls, repriced, gone and back again. */
const ADVERTS = `
SELECT
  TIMESTAMPTZ '2026-08-01 09:30:00+00' + sweep * INTERVAL 1 DAY AS captured,
  advert + 9007199254740000 AS listing_id,
  CAST(advert AS VARCHAR) || ' Mill St, "Rear"' AS street,
  CASE WHEN advert % 7 = 0 THEN 'Atlantis' ELSE 'Richmond' END AS suburb,
  'VIC' AS state_code,
  CAST(3121 AS SMALLINT) AS postcode,
  CASE WHEN advert % 5 <> 0 THEN CAST(900000 - sweep * advert * 1000 AS DECIMAL(12, 2)) END AS price,
  CASE WHEN advert % 5 = 0 THEN 'Auction' END AS price_display,
  CAST(advert % 4 AS TINYINT) AS bedrooms,
  CAST(advert * 10.1 AS DOUBLE) AS land_size_sqm,
  advert % 2 = 0 AS is_new,
  DATE '2026-07-01' + CAST(advert AS INTEGER) AS built
FROM range(4) AS sweeps(sweep), range(1, 40) AS adverts(advert)
WHERE NOT (advert % 6 = 0 AND sweep IN (1, 2))
ORDER BY sweep, advert`;

const COLUMNS = [
  ...["listing_id", "street", "suburb", "state_code", "postcode", "price", "price_display"],
  ...["bedrooms", "land_size_sqm"],
];
const MAPPING = textFile(
  "mapping.json",
  JSON.stringify({
    format: "terrace-listings-mapping-1",
    source: "portal-a",
    licence: "CC-BY-4.0",
    complete: "feed",
    columns: { sweep: "captured", ...Object.fromEntries(COLUMNS.map((column) => [column, column])) },
  }),
);

async function written(query: string, name: string, format: string): Promise<ImportFile> {
  const dir = await temporaryDirectory();
  const db = await openBuildDatabase({ path: ":memory:", memoryLimitMb: 200, tempDirectory: dir });
  try {
    await db.run(`COPY (${query}) TO '${join(dir, name)}' (${format})`);
  } finally {
    db.close();
  }
  return new ImportFile(name, await readFile(join(dir, name)));
}

const SUBURBS = textFile("areas.csv", "SAL_CODE_2021,SAL_NAME_2021\n22170,Richmond (Vic.)\n");
const allowed = { allowedSources: new Set(["listing-feed"]) };

describe("a Parquet listing feed", () => {
  it("gives the listings and events that the same rows give as CSV and as NDJSON, whatever its compression", async () => {
    const codecs = ["uncompressed", "snappy", "gzip", "zstd", "brotli"];
    const formats = {
      "feed.csv": "FORMAT csv, HEADER",
      "feed.ndjson": "FORMAT json",
      ...Object.fromEntries(
        codecs.map((codec) => [
          `${codec}.parquet`,
          `FORMAT parquet, COMPRESSION ${codec}, ROW_GROUP_SIZE 2048`,
        ]),
      ),
      "second.parquet": "FORMAT parquet, PARQUET_VERSION V2",
    };
    const tables = [];
    for (const [name, format] of Object.entries(formats)) {
      const file = await written(ADVERTS, name, format);
      const outcome = await importMade([SUBURBS, MAPPING, file], allowed);
      expect(outcome.files.at(-1), file.path).toMatchObject({
        status: "read",
        report: { vintage: "2026-08-04" },
      });
      const [listings, events] = ["property_listings", "property_price_events"].map((name) =>
        tableOf(outcome, name),
      );
      tables.push({ name, listings, events });
    }
    const [csv, ...others] = tables;
    expect(csv.listings).toHaveLength(39);
    expect(csv.listings[0]).toMatchObject({ land_size_sqm: 10.1, listing_id: "9007199254740001" });
    expect(new Set(csv.events.map(({ event_type }) => event_type))).toEqual(
      new Set(["first_seen", "price_drop", "delisted", "relisted"]),
    );
    for (const other of others) expect(other).toEqual({ ...csv, name: other.name });
  });

  it("reads structs by dots, lists as JSON, and dates and times without a zone as UTC", async () => {
    const file = await written(
      `SELECT {'id': 7, 'at': TIMESTAMP '2026-08-01 01:02:03.5'} AS advert, ['A. Gent', 'B. Gent'] AS agents,
         DATE '2026-08-01' AS sweep, CAST(10.1 AS FLOAT) AS size, NULL AS price`,
      "nested.parquet",
      "FORMAT parquet",
    );
    expect(await readParquetRows(file.bytes, "nested.parquet", unpackBudget())).toEqual([
      {
        advert: { id: 7, at: "2026-08-01T01:02:03.500Z" },
        agents: ["A. Gent", "B. Gent"],
        sweep: "2026-08-01",
        size: 10.1,
        price: null,
      },
    ]);
  });

  it("is refused by name when it is cut, damaged or empty", async () => {
    const whole = await written(ADVERTS, "whole.parquet", "FORMAT parquet");
    const damaged = new Uint8Array(whole.bytes);
    damaged.fill(0xff, 4, 400);
    const outcome = await importMade([
      SUBURBS,
      new ImportFile("cut.parquet", whole.bytes.subarray(0, -20)),
      new ImportFile("damaged.parquet", damaged),
      await written(`FROM (${ADVERTS}) WHERE false`, "empty.parquet", "FORMAT parquet"),
    ]);
    expect(outcome.files.slice(1).map(wordsOf)).toEqual([
      expect.stringContaining("cut.parquet: not a whole Parquet file"),
      expect.stringContaining("damaged.parquet: damaged Parquet file"),
      "empty.parquet: no rows",
    ]);
  });
});
