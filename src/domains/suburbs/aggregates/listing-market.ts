import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
import { sqlAggregates } from "../../sql-aggregates.ts";
import { LEFT_DAYS, MIN_HOLD_DAYS, MIN_LISTINGS, UNSEEN_DAYS } from "../metrics/listings.ts";

const SEEN_SINCE = `getvariable('as_of') - INTERVAL ${UNSEEN_DAYS} DAY`;

const HAS_LEFT = `outcome IN ('sold', 'withdrawn') AND left_at >= getvariable('as_of') - INTERVAL ${LEFT_DAYS} DAY`;
const IS_ON_MARKET = "outcome = ''";
const IS_KNOWN = `${IS_ON_MARKET} AND price_kind <> 'unknown'`;
const IS_PRICED = `${IS_ON_MARKET} AND has_price`;
const IS_CUT = `${IS_PRICED} AND cut_at IS NOT NULL`;

const count = (condition: string) => `count(*) FILTER (${condition})`;
/** SQL: a statistic of rows that meet a condition; null for fewer than MIN_LISTINGS. */
const statisticOf = (condition: string, statistic: string, name: string) =>
  `CASE WHEN ${count(condition)} >= ${MIN_LISTINGS} THEN ${statistic} END AS ${name}`;
const days = (condition: string, name: string) =>
  statisticOf(
    condition,
    `median(date_diff('day', listed_at::DATE, left_at::DATE)) FILTER (${condition})`,
    `days_on_market${name}`,
  );
const share = (part: string, whole: string, name: string) =>
  statisticOf(whole, `100.0 * ${count(part)} / ${count(whole)}`, name);

export const LISTING_MARKET = sqlAggregates({
  /**
   * `work.market_adverts`: public adverts of dwellings in a suburb: when listed, when and how they left
   * (`lost`: not seen leaving), when first cut and by what total share. An advert first seen as sold was
   * never on the market. `work.market_stays`: an address from its first advert until it leaves; adverts at
   * most UNSEEN_DAYS apart are one stay. A stay is sold if an advert reports a sale after the last advert
   * began, on the market while any advert is, and otherwise ends with its last advert.
   */
  "market stays": `
CREATE TABLE work.market_adverts AS
WITH sold AS (
  SELECT listing_pk, max(observed_at) AS sold_at
  FROM property_price_events
  WHERE event_type = 'status_change' AND listing_status = 'sold' AND prev_status IS DISTINCT FROM 'sold'
  GROUP BY listing_pk
),
cuts AS (
  SELECT
    listing_pk, min(observed_at) AS cut_at, first(prev_price ORDER BY observed_at, id) AS first_price,
    last(price ORDER BY observed_at, id) AS last_price
  FROM property_price_events
  WHERE event_type = 'price_drop' AND prev_price > price AND (prev_price - price) / prev_price <= 0.40
  GROUP BY listing_pk
),
adverts AS (
  SELECT
    l.id, coalesce(region.sal_code, l.sal_code) AS sal_code, address_key, price, price_kind, first_seen_at, last_seen_at,
    CASE
      WHEN lower(property_type) IN ('unit', 'apartment', 'flat', 'studio') THEN 'unit'
      WHEN lower(property_type) IN ('house', 'townhouse', 'villa', 'duplex', 'terrace', 'semi-detached', 'acreage') THEN 'house'
      ELSE ''
    END AS dwelling,
    CASE
      WHEN listing_status = 'sold' THEN 'sold'
      WHEN NOT is_active OR listing_status = 'withdrawn' THEN 'withdrawn'
      WHEN last_seen_at < ${SEEN_SINCE} THEN 'lost'
      ELSE ''
    END AS outcome
  FROM property_listings AS l LEFT JOIN house_price_regions AS region USING (region_code)
  WHERE ${IS_PUBLIC} AND address_key <> '' AND lower(property_type) NOT IN ('land', 'vacant land')
)
SELECT
  id, sal_code, address_key, price, price_kind, first_seen_at, last_seen_at, dwelling, outcome,
  CASE outcome WHEN '' THEN NULL WHEN 'sold' THEN sold_at ELSE last_seen_at END AS left_at,
  cut_at, greatest(0, (first_price - last_price) / first_price) AS discount
FROM adverts
LEFT JOIN sold ON sold.listing_pk = adverts.id
LEFT JOIN cuts ON cuts.listing_pk = adverts.id
WHERE sal_code IS NOT NULL AND (outcome <> 'sold' OR sold_at IS NOT NULL);

CREATE TABLE work.market_stays AS
WITH begun AS (
  SELECT
    *,
    coalesce(first_seen_at > max(coalesce(left_at, first_seen_at + INTERVAL 1000 YEAR)) OVER (
      PARTITION BY sal_code, address_key ORDER BY first_seen_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ) + INTERVAL ${UNSEEN_DAYS} DAY, true) AS is_first
  FROM work.market_adverts
),
numbered AS (
  SELECT
    *,
    sum(is_first::INTEGER) OVER (
      PARTITION BY sal_code, address_key ORDER BY first_seen_at, id ROWS UNBOUNDED PRECEDING
    ) AS stay
  FROM begun
),
stays AS (
  SELECT
    sal_code, address_key, stay, min(first_seen_at) AS listed_at, max(first_seen_at) AS last_listed_at,
    max(left_at) AS last_left_at, max(left_at) FILTER (outcome = 'sold') AS sold_at,
    bool_or(outcome = '') AS is_there, bool_or(outcome = 'withdrawn') AS is_withdrawn, min(cut_at) AS cut_at,
    max(discount) AS discount, bool_or(price > 0) AS has_price,
    last(dwelling ORDER BY first_seen_at, id) AS dwelling, last(price_kind ORDER BY first_seen_at, id) AS price_kind,
    list_sort(list(id)) AS adverts
  FROM numbered
  GROUP BY sal_code, address_key, stay
)
SELECT
  sal_code, address_key, dwelling, price_kind, listed_at, cut_at, discount, has_price, adverts,
  CASE
    WHEN sold_at >= last_listed_at THEN 'sold'
    WHEN is_there THEN ''
    WHEN is_withdrawn THEN 'withdrawn'
    WHEN sold_at IS NOT NULL THEN 'sold'
    ELSE 'lost'
  END AS outcome,
  CASE WHEN sold_at >= last_listed_at THEN sold_at WHEN NOT is_there THEN last_left_at END AS left_at
FROM stays;
`,
  /** `work.suburb_listing_market`: market figures from listings, and how long dwellings are held. */
  "listing market": `
CREATE TABLE work.suburb_listing_market AS
WITH seen AS (
  SELECT sal_code, max(last_seen_at) >= ${SEEN_SINCE} AS is_seen
  FROM work.market_adverts
  GROUP BY sal_code
),
figures AS (
  SELECT
    sal_code,
    ${days(HAS_LEFT, "")},
    ${days(`${HAS_LEFT} AND dwelling = 'house'`, "_houses")},
    ${days(`${HAS_LEFT} AND dwelling = 'unit'`, "_units")},
    ${count(IS_ON_MARKET)} AS stock,
    ${count(`${HAS_LEFT} AND outcome = 'sold'`)} AS sold,
    ${share(IS_CUT, IS_PRICED, "share_discounted")},
    ${statisticOf(IS_CUT, `100 * median(discount) FILTER (${IS_CUT})`, "median_discount")},
    ${share(`${IS_KNOWN} AND price_kind = 'auction'`, IS_KNOWN, "auction_share")}
  FROM work.market_stays
  GROUP BY sal_code
),
sales AS (
  SELECT sal_code, address_key, left_at::DATE AS sold_on FROM work.market_stays WHERE outcome = 'sold'
  UNION
  SELECT sal_code, address_key, try_cast(sale.date AS DATE) AS sold_on
  FROM (
    SELECT
      address_key,
      unnest(TRY(from_json(CAST(sales_history AS VARCHAR), '[{"date": "VARCHAR"}]'))) AS sale
    FROM property_valuations
    WHERE fetch_status = 'ok' AND ${IS_PUBLIC}
  ) AS history JOIN (SELECT DISTINCT sal_code, address_key FROM work.market_adverts) AS known USING (address_key)
),
holds AS (
  SELECT sal_code, date_diff('day', lag(sold_on) OVER (PARTITION BY sal_code, address_key ORDER BY sold_on), sold_on) AS days
  FROM sales
  WHERE sold_on <= getvariable('as_of')
),
held AS (
  SELECT sal_code, median(days) / 365.25 AS hold_years
  FROM holds
  WHERE days >= ${MIN_HOLD_DAYS}
  GROUP BY sal_code
  HAVING count(*) >= ${MIN_LISTINGS}
)
SELECT
  sal_code, figures.* EXCLUDE (sal_code, stock, sold), hold_years,
  CASE WHEN is_seen THEN stock END AS stock_on_market,
  CASE WHEN is_seen AND sold >= ${MIN_LISTINGS} THEN stock / (sold / 3.0) END AS months_of_stock
FROM seen JOIN figures USING (sal_code) LEFT JOIN held USING (sal_code)
`,
});
