import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { LEAST_LISTINGS } from "../../suburbs/metrics/listings.ts";

/** A date that is a typing error must not make weeks of centuries. */
const MOST_WEEKS = 520;

/** SQL: the number of the week of an instant, weeks beginning on Monday. */
const weekOf = (instant: string) => `(date_diff('day', DATE '1970-01-05', CAST(${instant} AS DATE)) // 7)`;
const NOW = weekOf("getvariable('as_of')");
const FIRST = `${NOW} - ${MOST_WEEKS}`;

/**
 * Listings of suburbs week by week, complete ones alone: `open.market_asks`, the asking price of each address on the market
 * when a week ended, and `open.market_weeks`, what is counted of a suburb from its first sighting to its last. New listings
 * of its first week are not known: they may have been there before.
 */
const SQL = `
CREATE TABLE open.market_asks AS
WITH stays AS (
  SELECT
    row_number() OVER () AS stay, position, adverts, ${weekOf("cut_at")} AS cut_week,
    greatest(${weekOf("listed_at")}, ${FIRST}) AS first_week,
    least(coalesce(${weekOf("left_at")}, ${NOW}), unseen_week, ${NOW}) AS end_week
  FROM work.market_stays JOIN open.suburbs USING (sal_code) JOIN (
    SELECT sal_code, ${weekOf("max(last_seen_at)")} + 1 AS unseen_week FROM work.market_adverts GROUP BY sal_code
  ) USING (sal_code)
),
asks AS (
  SELECT stay, observed_at, last(price ORDER BY events.id) AS ask
  FROM (SELECT stay, unnest(adverts) AS listing_pk FROM stays) AS own
  JOIN property_price_events AS events USING (listing_pk)
  WHERE event_type IN ('first_seen', 'price_drop', 'price_rise', 'relisted')
  GROUP BY stay, observed_at
),
weeks AS (
  SELECT
    stay, position, week, cut_week <= week AS is_cut, DATE '1970-01-12' + CAST(7 * week AS INTEGER) AS ends_at
  FROM (SELECT *, unnest(range(first_week, end_week)) AS week FROM stays)
)
SELECT
  CAST(week AS INTEGER) AS week, position, CASE WHEN ask > 0 THEN ask END AS ask, coalesce(is_cut, false) AS is_cut
FROM weeks ASOF LEFT JOIN asks ON asks.stay = weeks.stay AND asks.observed_at < CAST(weeks.ends_at AS TIMESTAMP);

CREATE TABLE open.market_weeks AS
WITH seen AS (
  SELECT
    sal_code, position, greatest(${weekOf("min(first_seen_at)")}, ${FIRST}) AS first_week,
    least(${weekOf("max(last_seen_at)")} + 1, ${NOW}) AS end_week
  FROM work.market_adverts JOIN open.suburbs USING (sal_code)
  GROUP BY ALL
),
moves AS (
  SELECT sal_code, ${weekOf("listed_at")} AS week, 'new' AS kind FROM work.market_stays
  UNION ALL
  SELECT sal_code, ${weekOf("left_at")} AS week, outcome AS kind FROM work.market_stays WHERE outcome <> ''
),
moved AS (
  SELECT
    sal_code, week, count(*) FILTER (kind = 'new') AS new_listings, count(*) FILTER (kind = 'sold') AS sold,
    count(*) FILTER (kind = 'withdrawn') AS withdrawn
  FROM moves
  GROUP BY sal_code, week
),
stocks AS (
  SELECT
    position, week, count(*) AS stock, count(ask) AS priced, count(*) FILTER (is_cut AND ask IS NOT NULL) AS discounted,
    CASE WHEN count(ask) >= ${LEAST_LISTINGS} THEN median(ask) END AS median_ask
  FROM open.market_asks
  GROUP BY position, week
)
SELECT
  sal_code, position, CAST(week AS INTEGER) AS week,
  CAST(coalesce(stock, 0) AS INTEGER) AS stock,
  CASE WHEN week > first_week THEN CAST(coalesce(new_listings, 0) AS INTEGER) END AS new_listings,
  CAST(coalesce(withdrawn, 0) AS INTEGER) AS withdrawn, CAST(coalesce(sold, 0) AS INTEGER) AS sold,
  CAST(coalesce(priced, 0) AS INTEGER) AS priced, CAST(coalesce(discounted, 0) AS INTEGER) AS discounted, median_ask
FROM (SELECT sal_code, position, first_week, unnest(range(first_week, end_week)) AS week FROM seen) AS weeks
LEFT JOIN moved USING (sal_code, week)
LEFT JOIN stocks USING (position, week);
`;

export const MARKET_WEEKS = sqlAggregate("market weeks", [], SQL);
