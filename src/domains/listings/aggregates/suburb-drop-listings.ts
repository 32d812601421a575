import { DROP_LISTING_LINE_FIELDS } from "../../../engine/pages/packed-rows.ts";
import type { Aggregate } from "../../../snapshot/build/aggregate.ts";
import { BATCH_LINES, pagesOf, pageTable } from "./line-pages.ts";
import { epochMs, packedRow } from "./packed-row.ts";

/** One line a cut that some window shows, numbered in the order of the pages; within a suburb that is answer order. */
const DROP_LINES = `
CREATE TABLE step.drop_lines AS
WITH keys AS (
  SELECT region_id, sal_code, region_code, md5_number_lower('region:' || region_code) AS suburb_hash
  FROM step.crawled_regions
  UNION ALL
  SELECT region_id, sal_code, region_code, md5_number_lower('sal:' || sal_code)
  FROM step.crawled_regions
  WHERE sal_code <> ''
),
keyed AS (
  SELECT k.suburb_hash, k.sal_code, k.region_code, c.*
  FROM step.price_cuts c
  JOIN keys k ON k.region_id = c.region_id
  WHERE c.is_live AND c.has_url AND c.entry_window <= 365
),
better AS (
  SELECT
    *,
    min(entry_window) OVER (
      PARTITION BY suburb_hash, address_id
      ORDER BY drop_abs DESC, observed_at DESC, source, listing_id, id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS better_entry_window
  FROM keyed
),
shown AS (
  SELECT *, coalesce(better_entry_window, 366) AS max_window
  FROM better
  WHERE entry_window < coalesce(better_entry_window, 366)
),
numbered AS (
  SELECT
    *,
    row_number() OVER (
      ORDER BY suburb_hash, drop_pct DESC, observed_at DESC, address_id, entry_window, region_code
    ) - 1 AS line_no
  FROM shown
),
answers AS (
  SELECT
    s.line_no,
    s.suburb_hash AS key_hash,
    s.entry_window AS min_window,
    s.max_window,
    s.sal_code,
    s.region_code,
    s.source,
    l.listing_url,
    l.display_address,
    l.property_type,
    coalesce(l.bedrooms, 0) AS bedrooms,
    coalesce(l.bathrooms, 0) AS bathrooms,
    coalesce(l.car_spaces, 0) AS car_spaces,
    s.prev_price,
    s.price,
    s.drop_pct,
    s.drop_abs,
    ${epochMs("s.observed_at")} AS observed_at,
    l.address_key,
    coalesce(l.agency_name, '') AS agency_name,
    coalesce(l.agent_names, []) AS agent_names
  FROM numbered s
  JOIN property_listings l ON l.id = s.listing_pk
)
SELECT
  line_no,
  key_hash,
  lpad(CAST(min_window AS VARCHAR), 3, '0')
    || lpad(CAST(max_window AS VARCHAR), 3, '0')
    || ${packedRow(DROP_LISTING_LINE_FIELDS)} AS payload
FROM answers
ORDER BY line_no;

${pageTable("serve.suburb_drop_listings")};
`;

/** Pages of the lines numbered from $first up to, not including, $end. */
const APPEND_PAGES = `
INSERT INTO serve.suburb_drop_listings
WITH lines AS (
  SELECT * FROM step.drop_lines WHERE line_no >= $first AND line_no < $end
)
${pagesOf("lines")};
`;

/**
 * The cut listings of every suburb for every window of 1 to 365 days, reachable by suburb and by region: the key of a
 * line is the hash of `sal:<sal_code>` or `region:<region_code>`. Qualifying cuts belong to a live listing with
 * a URL. In one window an address shows its largest cut in AUD, then the newest (then portal, listing id, event id).
 * As the window grows older cuts come in, so a cut is shown from the window that takes it in (inclusive) until one
 * that takes in a better cut (exclusive). A line is these two as three digits each and the packed listing
 * (DROP_LISTING_LINE_FIELDS).
 */
export const suburbDropListings: Aggregate = {
  name: "suburb drop listings",
  tables: [{ name: "suburb_drop_listings", orderBy: "page", holdsPages: true }],
  run: async (db) => {
    await db.run(DROP_LINES);
    const [{ count }] = await db.rows<{ count: bigint }>("SELECT count(*) AS count FROM step.drop_lines");
    for (let first = 0; first < count; first += BATCH_LINES) {
      await db.run(APPEND_PAGES, { first, end: first + BATCH_LINES });
    }
    await db.run("DROP TABLE step.drop_lines");
  },
};
