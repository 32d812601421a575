import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../../snapshot/tables/public-licence-sql.ts";
import { UNSEEN_DAYS } from "../../metrics/listings.ts";

const LAST_LOOK = `getvariable('as_of') - INTERVAL ${UNSEEN_DAYS} DAY`;

/**
 * `work.market_adverts`, a public advert of a dwelling in a suburb: when it came, when and how it left (`lost`: nobody saw it
 * leave), when its price was first cut and by how much in all. One that was already sold when first seen was never on the
 * market. `work.market_stays`, an address from its first advert to its leaving: adverts at most 14 days apart are one stay. It
 * is sold when an advert says so after the last one came, on the market while an advert is, and otherwise left with its last.
 */
const SQL = `
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
      WHEN last_seen_at < ${LAST_LOOK} THEN 'lost'
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
`;

export const MARKET_STAYS = sqlAggregate("market stays", [], SQL);
