import { STATES } from "../../dataset/states.ts";
import type { Aggregate } from "../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../snapshot/tables/public-licence-sql.ts";
import { counted, sqlAggregates } from "../sql-aggregates.ts";
import { MIN_LISTINGS } from "../suburbs/metrics/listings.ts";

const STATE_PLACES = STATES.map(({ code }, place) => `('${code}', ${place})`).join(", ");

/** SQL: index of the joined state; STATES.length for any other string. */
const STATE_PLACE = `CAST(coalesce(state_place, ${STATES.length}) AS INTEGER) AS state_place`;
/** SQL: position of the joined suburb; -1 if the region has none. */
const POSITION = "coalesce(position, -1) AS position";

/** SQL joins that place a listing: its suburb's position, and the state that its advert names. */
const PLACED = `
JOIN step.crawled_regions AS region USING (region_id)
LEFT JOIN open.suburbs USING (sal_code)
LEFT JOIN open.states ON states.state_code = l.state_code`;

/** A mistyped date would otherwise create centuries of weeks. */
const MAX_WEEKS = 520;

/** SQL: week number of an instant; weeks begin on Monday, week 0 on 1970-01-05. */
const weekOf = (instant: string) => `(date_diff('day', DATE '1970-01-05', CAST(${instant} AS DATE)) // 7)`;
const NOW = weekOf("getvariable('as_of')");
const FIRST = `${NOW} - ${MAX_WEEKS}`;

/** Tables behind figures of arbitrary sets of suburbs; they read the steps of listings. */
export const EXPLORER_AGGREGATES: readonly Aggregate[] = sqlAggregates({
  /** `open.suburbs`: position of each suburb in national order. `open.states`: index of each state. */
  "places of sets": `
CREATE TABLE open.suburbs AS
SELECT sal_code, CAST(row_number() OVER (ORDER BY sal_code) - 1 AS INTEGER) AS position
FROM suburb_demographics;

CREATE TABLE open.states AS
FROM (VALUES ${STATE_PLACES}) AS states (state_code, state_place);
`,
  /**
   * Rows that set figures are counted from, one per listing or cut, with its place: `live_listings` and
   * `live_price_cuts` (live listings at an address), `sold_listings` (past 12 months), and `listed_regions`
   * (regions that ever had a listing, and whether one was seen within 14 days).
   */
  "listings of sets": {
    order: {
      live_listings: "position, state_place, source, listing_id",
      live_price_cuts: "position, state_place, event_id",
      sold_listings: "position, state_place, source, listing_id",
      listed_regions: "position, state_place, region_id",
    },
    sql: `
CREATE TABLE serve.live_listings AS
SELECT
  ${POSITION}, ${STATE_PLACE}, l.state_code, region_id, address_id, source, listing_id, agency_id, agency_name,
  is_for_sale, price, last_seen_at
FROM step.listings AS l ${PLACED}
WHERE is_live AND address_id IS NOT NULL;

CREATE TABLE serve.live_price_cuts AS
SELECT
  ${POSITION}, ${STATE_PLACE}, l.state_code, address_id, source, agency_id, entry_window, drop_pct, drop_abs,
  id AS event_id
FROM step.price_cuts AS l ${PLACED}
WHERE is_live AND entry_window <= 365;

CREATE TABLE serve.sold_listings AS
SELECT
  ${POSITION}, ${STATE_PLACE}, l.state_code, region_id, address_id, source, listing_id, price, last_seen_at
FROM step.sold_listings AS l ${PLACED};

CREATE TABLE serve.listed_regions AS
SELECT
  ${POSITION}, ${STATE_PLACE}, region_id, bool_or(last_seen_at >= getvariable('as_of') - INTERVAL 14 DAY) AS is_swept
FROM step.listings AS l ${PLACED}
GROUP BY ALL;
`,
  },
  /**
   * The daily drop index by suburb. `drop_index_suburbs`: when each first had a listing.
   * `drop_index_suburb_days`: active and cut addresses and their median cut; unfiltered, as the floor of 3
   * applies to whole sets. `drop_index_counters`: counts of the country only.
   */
  "drop index of sets": {
    order: {
      drop_index_suburbs: "suburb_number",
      drop_index_suburb_days: "suburb_number, day",
      drop_index_counters: "day",
    },
    sql: `
CREATE TABLE serve.drop_index_suburbs AS
SELECT suburb_id AS suburb_number, ${POSITION}, ${STATE_PLACE}, first_seen_on
FROM step.index_suburbs
LEFT JOIN open.suburbs USING (sal_code)
LEFT JOIN open.states USING (state_code);

CREATE TABLE serve.drop_index_suburb_days AS
SELECT days.suburb_id AS suburb_number, position, state_place, day, active, dropped, median_drop_pct
FROM step.suburb_index_days AS days
JOIN serve.drop_index_suburbs AS suburb ON suburb.suburb_number = days.suburb_id;

CREATE TABLE serve.drop_index_counters AS
SELECT day, withdrawn_then_relisted, delisted_count
FROM step.index_counters
WHERE EXISTS (FROM step.index_suburbs);
`,
  },
  /**
   * Published figures, one per suburb, measure, dwelling type, frequency and period: from the linked region
   * with the lowest code; a final figure before a preliminary one, then by source name.
   */
  "prices of sets": {
    order: { suburb_price_points: "measure, dwelling_type, position, frequency, period" },
    sql: `
CREATE TABLE serve.suburb_price_points AS
WITH linked AS (
  SELECT region_code, position
  FROM house_price_regions
  JOIN open.suburbs USING (sal_code)
  WHERE region_type = 'suburb'
),
chosen AS (
  SELECT position, measure, dwelling_type, min(region_code) AS region_code
  FROM house_prices
  JOIN linked USING (region_code)
  WHERE ${IS_PUBLIC}
  GROUP BY position, measure, dwelling_type
)
SELECT
  position, measure, dwelling_type,
  CASE period_freq WHEN 'M' THEN 'monthly' WHEN 'Q' THEN 'quarterly' ELSE 'annual' END AS frequency,
  period, value, is_preliminary
FROM house_prices
JOIN chosen USING (region_code, measure, dwelling_type)
WHERE ${IS_PUBLIC}
QUALIFY row_number() OVER (
  PARTITION BY position, measure, dwelling_type, period_freq, period
  ORDER BY is_preliminary, source
) = 1;
`,
  },
  /**
   * Dictionary codes of the set columns. `open.places`: every suburb and state in which listings are counted
   * together. `open.agencies`: every portal, agency and state with a live listing; this order breaks ties.
   * `open.agency_names`.
   */
  "numbers of sets": `
CREATE TABLE open.places AS
SELECT position, state_place, CAST(row_number() OVER (ORDER BY position, state_place) - 1 AS INTEGER) AS place
FROM (
  SELECT position, state_place FROM serve.listed_regions
  UNION
  SELECT position, state_place FROM serve.drop_index_suburbs
);

CREATE TABLE open.agencies AS
SELECT
  source, agency_id, state_code,
  CAST(row_number() OVER (ORDER BY source, agency_id, state_code) - 1 AS INTEGER) AS agency
FROM (SELECT DISTINCT source, agency_id, state_code FROM serve.live_listings WHERE agency_id IS NOT NULL);

CREATE TABLE open.agency_names AS
SELECT agency_name, CAST(row_number() OVER (ORDER BY agency_name) - 1 AS INTEGER) AS name
FROM (SELECT DISTINCT agency_name FROM serve.live_listings WHERE agency_name IS NOT NULL);
`,
  /**
   * Listings by suburb and completed week. `open.market_asks`: asking price of each address on the market at
   * the end of the week. `open.market_weeks`: counts from the first sighting in a suburb to the last. New
   * listings of its first week are null, as they may be older.
   */
  "market weeks": `
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
    CASE WHEN count(ask) >= ${MIN_LISTINGS} THEN median(ask) END AS median_ask
  FROM open.market_asks
  GROUP BY position, week
)
SELECT
  sal_code, position, CAST(week AS INTEGER) AS week,
  CASE WHEN week > first_week THEN CAST(coalesce(new_listings, 0) AS INTEGER) END AS new_listings,
  ${["stock", "withdrawn", "sold", "priced", "discounted"].map(counted).join(", ")}, median_ask
FROM (SELECT sal_code, position, first_week, unnest(range(first_week, end_week)) AS week FROM seen) AS weeks
LEFT JOIN moved USING (sal_code, week)
LEFT JOIN stocks USING (position, week);
`,
});
