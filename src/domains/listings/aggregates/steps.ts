import { viewAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
import { sqlAggregates } from "../../sql-aggregates.ts";

/**
 * `step.public_listings` and `step.public_events`: listings not under the restricted licence, and their
 * events. Everything that counts or shows listings reads these or joins a table made from them, so that no
 * address, name, price or count of a restricted listing reaches a response.
 */
const PUBLIC_LISTINGS = `
CREATE OR REPLACE VIEW step.public_listings AS
SELECT * FROM property_listings WHERE ${IS_PUBLIC};

CREATE OR REPLACE VIEW step.public_events AS
SELECT * FROM property_price_events
WHERE listing_pk IN (SELECT id FROM step.public_listings);
`;

/** SQL: the smallest window in whole days, at least 1, back from the as-of instant that includes an event. */
export const entryWindow = (observedAt: string) => `CAST(
    greatest(1, ceil(date_diff('microsecond', ${observedAt}, getvariable('as_of')) / 86400000000)) AS INTEGER
  )`;

/**
 * The cut of every address, by region or by state: cuts of live listings observed in the past 30 days. Per
 * portal: largest fraction, largest AUD and summed AUD. Only the portal with the largest sum is kept (tie:
 * portal slug ascending): a cut on two portals counts once, several cuts on one portal add up.
 */
const addressCuts = (table: string, place: string) => `
CREATE TABLE ${table} AS
WITH portal_cuts AS (
  SELECT
    ${place}, address_id, source, max(drop_pct) AS max_drop_pct, max(drop_abs) AS max_drop_abs,
    ${orderedSum("drop_abs")} AS drop_value
  FROM step.price_cuts
  WHERE is_live AND observed_at >= getvariable('as_of') - INTERVAL 30 DAY
  GROUP BY ${place}, address_id, source
)
SELECT ${place}, address_id, max_drop_pct, max_drop_abs, drop_value
FROM portal_cuts
QUALIFY row_number() OVER (PARTITION BY ${place}, address_id ORDER BY drop_value DESC, source) = 1
ORDER BY ${place}, address_id;
`;

/** Tables that the other listing aggregates share, in the order in which they must run. */
export const LISTING_STEPS = [
  viewAggregate("public listings", PUBLIC_LISTINGS),
  ...sqlAggregates({
    /**
     * The suburb regions that ever had a listing. `suburb_id` identifies the linked suburb, or the region if
     * none is linked. Name, postcode and state are those of the suburb, else the region, else the listings.
     */
    "crawled regions": `
CREATE TABLE step.crawled_regions AS
WITH advertised AS (
  SELECT
    region_code, min(sal_code) AS sal_code, min(nullif(suburb, '')) AS suburb,
    min(nullif(state_code, '')) AS state_code
  FROM step.public_listings
  GROUP BY region_code
),
linked AS (
  SELECT
    region_code, coalesce(r.sal_code, a.sal_code, '') AS sal_code,
    coalesce(r.region_name, a.suburb, '') AS region_name,
    coalesce(r.state_code, a.state_code, '') AS state_code, coalesce(r.postcode, '') AS postcode
  FROM advertised AS a LEFT JOIN house_price_regions AS r USING (region_code)
)
SELECT
  CAST(row_number() OVER (ORDER BY region_code) AS INTEGER) AS region_id,
  CAST(dense_rank() OVER (ORDER BY coalesce(nullif(sal_code, ''), region_code)) AS INTEGER) AS suburb_id,
  region_code, sal_code, coalesce(d.sal_name, l.region_name) AS sal_name,
  coalesce(d.state_code, l.state_code) AS state_code, coalesce(d.postcode, l.postcode) AS postcode
FROM linked AS l LEFT JOIN suburb_demographics AS d USING (sal_code)
ORDER BY region_id;
`,
    /**
     * Every public listing, for all price-drop tables.
     * - `address_id`: number of the address in key order; null without a key: in no count of addresses.
     * - `is_live`: `is_active` and last seen within the past 14 days.
     * - `is_for_sale`: status `for_sale` or `under_offer`.
     * - `price`: the numeric ask, null if none is stated.
     */
    listings: `
CREATE TABLE step.listings AS
SELECT
  id, source, listing_id, region_id, suburb_id, l.state_code,
  CASE WHEN address_key <> '' THEN CAST(
    dense_rank() OVER (PARTITION BY address_key <> '' ORDER BY address_key) AS INTEGER
  ) END AS address_id,
  coalesce(bedrooms, 0) AS bedrooms, CASE WHEN price > 0 THEN price END AS price, price_kind, listing_status,
  first_seen_at, last_seen_at,
  is_active AND last_seen_at >= getvariable('as_of') - INTERVAL 14 DAY AS is_live,
  listing_status IN ('for_sale', 'under_offer') AS is_for_sale, listing_url <> '' AS has_url,
  nullif(agency_id, '') AS agency_id, nullif(agency_name, '') AS agency_name
FROM step.public_listings AS l JOIN step.crawled_regions USING (region_code)
ORDER BY id;
`,
    /**
     * The valid price cuts: `price_drop` events at an address with `drop_abs = prev_price - price > 0` and a
     * drop fraction `drop_abs / prev_price` of at most 0.40; a deeper single cut is a corrected typing error.
     */
    "price cuts": `
CREATE TABLE step.price_cuts AS
SELECT
  e.id, listing_pk, l.source, l.listing_id, region_id, suburb_id, state_code, address_id, agency_id, is_live, has_url,
  observed_at, prev_price, e.price, prev_price - e.price AS drop_abs, (prev_price - e.price) / prev_price AS drop_pct,
  ${entryWindow("observed_at")} AS entry_window
FROM property_price_events AS e JOIN step.listings AS l ON l.id = listing_pk
WHERE event_type = 'price_drop' AND address_id IS NOT NULL
  AND prev_price > e.price AND (prev_price - e.price) / prev_price <= 0.40
ORDER BY e.id;
`,
    "address cuts":
      addressCuts("step.region_address_cuts", "region_id") +
      addressCuts("step.state_address_cuts", "state_code"),
    /**
     * The listings sold in the past 12 months: status `sold`, with the latest change to `sold` in these
     * months. A listing that was already sold when first seen has no such change and is left out.
     */
    "sold listings": `
CREATE TABLE step.sold_listings AS
WITH transitions AS (
  SELECT listing_pk, max(observed_at) AS sold_at
  FROM property_price_events
  WHERE event_type = 'status_change' AND listing_status = 'sold' AND prev_status IS DISTINCT FROM 'sold'
  GROUP BY listing_pk
)
SELECT source, listing_id, region_id, suburb_id, state_code, address_id, price, last_seen_at
FROM step.listings JOIN transitions ON listing_pk = id
WHERE listing_status = 'sold' AND address_id IS NOT NULL
  AND sold_at >= getvariable('as_of') - INTERVAL 12 MONTH
ORDER BY id;
`,
    /**
     * Gaps of a listing: from the first delisting since the last relisting to the next relisting. A delisting
     * without a later relisting makes no gap.
     */
    "relist gaps": `
CREATE TABLE step.relist_gaps AS
WITH marked AS (
  SELECT
    listing_pk, event_type, observed_at,
    count(*) FILTER (WHERE event_type = 'relisted') OVER (
      PARTITION BY listing_pk ORDER BY observed_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) AS relists_before
  FROM step.public_events
  WHERE event_type IN ('delisted', 'relisted')
),
gaps AS (
  SELECT
    listing_pk, min(observed_at) FILTER (WHERE event_type = 'delisted') AS delisted_at,
    min(observed_at) FILTER (WHERE event_type = 'relisted') AS relisted_at
  FROM marked
  GROUP BY listing_pk, relists_before
)
SELECT listing_pk, delisted_at, relisted_at
FROM gaps
WHERE delisted_at < relisted_at
ORDER BY listing_pk, delisted_at;
`,
  }),
];
