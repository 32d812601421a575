import { orderedMean, orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { counted, sqlAggregates } from "../../sql-aggregates.ts";

/** SQL: a statistic, null under 3 rows. */
const floored = (rows: string, statistic: string, name: string) =>
  `CASE WHEN count(${rows}) >= 3 THEN ${statistic} END AS ${name}`;

/** How listings are grouped: `place` columns, `named` in SELECT and `groups` in GROUP BY, and a filter. */
interface CountedBy {
  readonly place: string;
  readonly named?: string;
  readonly groups?: string;
  readonly condition?: string;
}

/** SQL: the CTE `name`, counts and prices by place; of each address the listing seen last (ties: portal, id). */
function pricesBy(
  name: string,
  kind: string,
  listings: string,
  { place, named = place, groups = place }: CountedBy,
): string {
  return `
${kind}_addresses AS (
  SELECT ${place}, price
  FROM ${listings}
  QUALIFY row_number() OVER (PARTITION BY ${place}, address_id ORDER BY last_seen_at DESC, source, listing_id) = 1
),
${name} AS (
  SELECT
    ${named}, count(*) AS ${kind}_count, count(price) AS ${kind}_priced,
    ${floored("price", orderedMean("price"), `avg_${name}`)},
    ${floored("price", "quantile_cont(price, 0.5)", `median_${name}`)}
  FROM ${kind}_addresses
  GROUP BY ${groups}
)`;
}

const IS_ACTIVE = "is_live AND address_id IS NOT NULL";

const askingBy = ({ condition = "true", ...by }: CountedBy) =>
  pricesBy("asking", "for_sale", `step.listings WHERE ${IS_ACTIVE} AND is_for_sale AND ${condition}`, by);
const soldBy = ({ condition = "true", ...by }: CountedBy) =>
  pricesBy("sold", "sold", `step.sold_listings WHERE ${condition}`, by);
/** SQL: the CTEs `asking` and `sold`. */
const bothBy = (by: CountedBy) => `${askingBy(by)},${soldBy(by)}`;

/**
 * SQL: the first `most` rows of `scoped`, all that a request can reach, by scope and sort: scope, `sort`,
 * `rank`, then the columns except `without`. `orders` has an ORDER BY per sort name; `ties` completes them.
 */
function ranking(
  orders: Readonly<Record<string, string>>,
  ties: string,
  most: number,
  without: readonly string[] = [],
): string {
  const sorts = Object.keys(orders);
  const ranks = sorts.map((sort) => `by_${sort}`);
  const numbers = sorts.map(
    (sort) => `row_number() OVER (PARTITION BY scope ORDER BY ${orders[sort]}, ${ties}) AS by_${sort}`,
  );
  return `
ranked AS (
  SELECT *, ${numbers.join(", ")} FROM scoped
),
placed AS (
  SELECT *, unnest([${sorts.map((sort) => `{'sort': '${sort}', 'rank': by_${sort}}`).join(", ")}]) AS place
  FROM ranked
  WHERE least(${ranks.join(", ")}) <= ${most}
)
SELECT
  scope, place.sort AS sort, CAST(place.rank AS INTEGER) AS rank,
  * EXCLUDE (${["scope", "place", ...ranks, ...without].join(", ")})
FROM placed
WHERE place.rank <= ${most};
`;
}

const RANKED = "scope, sort, rank";
/** SQL: the scopes of a row: the country and its state. */
const SCOPES = "unnest(list_distinct(['AU', nullif(state_code, '')])) AS scope";

const IN_A_STATE = "state_code NOT IN ('', 'AU')";
const STATE_SCOPE = "coalesce(state_code, 'AU') AS scope";
const BY_STATE = "ROLLUP (state_code)";
const STATE_ORDER = "state_code = 'AU' DESC, dropped_count DESC, state_code";

const AGENCY = "source, agency_id, state_code";

export const PRICE_DROPS = sqlAggregates({
  /**
   * `suburb_listing_stats`: asking and sold prices of suburb regions with a live or a sold address, one
   * listing per address. Price statistics are null under 3 priced addresses; counts never are.
   * `profile_listing_stats`: the same of suburbs, each address of their regions once; suburbs with nothing
   * for sale and nothing sold are left out.
   */
  "suburb listing stats": {
    order: { suburb_listing_stats: "sal_code, region_code", profile_listing_stats: "sal_code" },
    sql: `
CREATE TABLE serve.suburb_listing_stats AS
WITH active AS (
  SELECT region_id, count(DISTINCT address_id) AS active_addresses
  FROM step.listings
  WHERE ${IS_ACTIVE}
  GROUP BY region_id
),
${bothBy({ place: "region_id" })}
SELECT
  sal_code, region_code, region_id, ${counted("active_addresses")}, ${counted("for_sale_count")},
  ${counted("for_sale_priced")}, avg_asking, median_asking, ${counted("sold_count")}, avg_sold, median_sold
FROM step.crawled_regions
LEFT JOIN active USING (region_id)
LEFT JOIN asking USING (region_id)
LEFT JOIN sold USING (region_id)
WHERE active.region_id IS NOT NULL OR sold.region_id IS NOT NULL;

CREATE TABLE serve.profile_listing_stats AS
WITH ${bothBy({ place: "suburb_id" })}
SELECT
  sal_code, ${counted("for_sale_count")}, avg_asking, median_asking, ${counted("sold_count")}, avg_sold, median_sold
FROM (SELECT DISTINCT suburb_id, sal_code FROM step.crawled_regions WHERE sal_code <> '')
LEFT JOIN asking USING (suburb_id)
LEFT JOIN sold USING (suburb_id)
WHERE asking.suburb_id IS NOT NULL OR sold.suburb_id IS NOT NULL;
`,
  },
  /**
   * Suburb regions ranked by cuts, nationally (scope AU) and per state, for each sort. Under 3 cut addresses
   * the drop fields are null and the active count is the count for sale. Sort keys descend, nulls last, then
   * region_code ascends; in `share`, regions under 20 active addresses come last. Keeps the 500 rows that a
   * request can reach.
   */
  "suburb price drops": {
    order: { suburb_price_drops: RANKED },
    sql: `
CREATE TABLE serve.suburb_price_drops AS
WITH cuts AS (
  SELECT
    region_id, CAST(count(*) AS INTEGER) AS dropped_listing_count, ${orderedMean("max_drop_pct")} AS avg_drop_pct,
    quantile_cont(max_drop_pct, 0.5) AS median_drop_pct, max(max_drop_pct) AS max_drop_pct,
    max(max_drop_abs) AS max_drop_abs, ${orderedSum("drop_value")} AS dropped_value
  FROM step.region_address_cuts
  GROUP BY region_id
  HAVING count(*) >= 3
),
suburbs AS (
  SELECT
    r.region_code, r.sal_code, sal_name, state_code, dropped_listing_count, avg_drop_pct, median_drop_pct,
    max_drop_pct, max_drop_abs,
    CASE WHEN cuts.region_id IS NULL THEN for_sale_count ELSE active_addresses END AS total_active_listings,
    dropped_listing_count / active_addresses AS dropped_share,
    postcode, for_sale_count, avg_asking, median_asking, sold_count, avg_sold, median_sold, dropped_value
  FROM serve.suburb_listing_stats
  JOIN step.crawled_regions AS r USING (region_id)
  LEFT JOIN cuts USING (region_id)
),
scoped AS (
  SELECT
    ${SCOPES}, *,
    CASE WHEN total_active_listings >= 20 THEN coalesce(dropped_share, 0) END AS ranked_share
  FROM suburbs
),
${ranking(
  {
    count: "dropped_listing_count DESC NULLS LAST",
    avg: "avg_drop_pct DESC NULLS LAST",
    max: "max_drop_pct DESC NULLS LAST",
    asking: "avg_asking DESC NULLS LAST",
    sold: "avg_sold DESC NULLS LAST",
    share: "ranked_share DESC NULLS LAST",
  },
  "region_code",
  500,
  ["ranked_share"],
)}`,
  },
  /**
   * Cuts, asking and sold prices of every crawled state and of the country (AU), computed from the states'
   * addresses, not averaged from states. Leaves out listings without a state or with the literal state AU.
   * Cut statistics are null under 3 cut addresses, price statistics under 3 priced ones. Suburb counts are of
   * regions: tracked with a live or sold address, swept with any listing seen in 14 days, catalogue with any
   * listing.
   */
  "state price drops": {
    order: { state_price_drops: STATE_ORDER },
    sql: `
CREATE TABLE serve.state_price_drops AS
WITH cuts AS (
  SELECT
    ${STATE_SCOPE}, count(*) AS dropped_count,
    ${floored("*", orderedMean("max_drop_pct"), "avg_drop_pct")},
    ${floored("*", "quantile_cont(max_drop_pct, 0.5)", "median_drop_pct")},
    ${floored("*", "max(max_drop_pct)", "max_drop_pct")},
    ${floored("*", orderedSum("drop_value"), "dropped_value")}
  FROM step.state_address_cuts
  WHERE ${IN_A_STATE}
  GROUP BY ${BY_STATE}
),
active AS (
  SELECT ${STATE_SCOPE}, count(*) AS total_active_listings
  FROM (SELECT DISTINCT state_code, address_id FROM step.listings WHERE ${IS_ACTIVE} AND ${IN_A_STATE})
  GROUP BY ${BY_STATE}
),
${bothBy({ place: "state_code", named: STATE_SCOPE, groups: BY_STATE, condition: IN_A_STATE })},
tracked AS (
  SELECT ${STATE_SCOPE}, count(DISTINCT region_id) AS suburbs_tracked
  FROM (
    SELECT state_code, region_id FROM step.listings WHERE ${IS_ACTIVE} AND ${IN_A_STATE}
    UNION
    SELECT state_code, region_id FROM step.sold_listings WHERE ${IN_A_STATE}
  )
  GROUP BY ${BY_STATE}
),
catalogue AS (
  SELECT
    ${STATE_SCOPE}, count(DISTINCT region_id) AS catalog_suburbs,
    count(DISTINCT region_id) FILTER (WHERE last_seen_at >= getvariable('as_of') - INTERVAL 14 DAY)
      AS suburbs_swept_14d
  FROM step.listings
  WHERE ${IN_A_STATE}
  GROUP BY ${BY_STATE}
  HAVING count(*) > 0
)
SELECT
  scope AS state_code, ${counted("dropped_count")}, avg_drop_pct, median_drop_pct, max_drop_pct, dropped_value,
  ${counted("total_active_listings")},
  coalesce(coalesce(cuts.dropped_count, 0) / nullif(active.total_active_listings, 0), 0) AS dropped_share,
  ${counted("for_sale_count")}, ${counted("for_sale_priced")}, avg_asking, median_asking, ${counted("sold_count")},
  avg_sold, median_sold, ${counted("suburbs_tracked")},
  CAST(suburbs_swept_14d AS INTEGER) AS suburbs_swept_14d, CAST(catalog_suburbs AS INTEGER) AS catalog_suburbs
FROM catalogue
LEFT JOIN cuts USING (scope)
LEFT JOIN active USING (scope)
LEFT JOIN asking USING (scope)
LEFT JOIN sold USING (scope)
LEFT JOIN tracked USING (scope);
`,
  },
  /**
   * Agencies with their live addresses and the cuts of the past 30 days, one row per portal, agency and
   * state, ranked nationally (scope AU, the same rows) and per state for each sort. A row needs 3 active
   * addresses; asking statistics are null under 3 priced addresses for sale, cut statistics under 3 cut ones.
   * The name is that of the most recently seen listing. Only the 100 rows that a request can reach are kept.
   */
  "agency price stats": {
    order: { agency_price_stats: RANKED },
    sql: `
CREATE TABLE serve.agency_price_stats AS
WITH live AS (
  SELECT ${AGENCY}, region_id, address_id, listing_id, agency_name, last_seen_at
  FROM step.listings
  WHERE ${IS_ACTIVE} AND agency_id IS NOT NULL
),
agencies AS (
  SELECT
    ${AGENCY}, count(DISTINCT address_id) AS active_listings, count(DISTINCT region_id) AS suburbs_covered
  FROM live
  GROUP BY ${AGENCY}
  HAVING count(DISTINCT address_id) >= 3
),
names AS (
  SELECT ${AGENCY}, agency_name
  FROM live
  WHERE agency_name IS NOT NULL
  QUALIFY row_number() OVER (PARTITION BY ${AGENCY} ORDER BY last_seen_at DESC, listing_id) = 1
),
${askingBy({ place: AGENCY, condition: "agency_id IS NOT NULL" })},
cut_addresses AS (
  SELECT ${AGENCY}, address_id, max(drop_pct) AS max_drop_pct, ${orderedSum("drop_abs")} AS drop_value
  FROM step.price_cuts
  WHERE is_live AND agency_id IS NOT NULL AND observed_at >= getvariable('as_of') - INTERVAL 30 DAY
  GROUP BY ${AGENCY}, address_id
),
cuts AS (
  SELECT
    ${AGENCY}, count(*) AS dropped_count,
    ${floored("*", orderedMean("max_drop_pct"), "avg_drop_pct")},
    ${floored("*", orderedSum("drop_value"), "total_drop_value")}
  FROM cut_addresses
  GROUP BY ${AGENCY}
),
scoped AS (
  SELECT
    ${SCOPES}, source, agency_id, coalesce(agency_name, '') AS agency_name, state_code,
    CAST(active_listings AS INTEGER) AS active_listings,
    CAST(coalesce(for_sale_priced, 0) AS INTEGER) AS priced_listings,
    avg_asking, median_asking, CAST(suburbs_covered AS INTEGER) AS suburbs_covered, ${counted("dropped_count")},
    avg_drop_pct, total_drop_value
  FROM agencies
  LEFT JOIN names USING (${AGENCY})
  LEFT JOIN asking USING (${AGENCY})
  LEFT JOIN cuts USING (${AGENCY})
),
${ranking(
  {
    drops: "dropped_count DESC, total_drop_value DESC NULLS LAST, active_listings DESC",
    listings: "active_listings DESC, dropped_count DESC",
    avg_cut: "avg_drop_pct DESC NULLS LAST, dropped_count DESC",
    value: "total_drop_value DESC NULLS LAST, dropped_count DESC",
  },
  AGENCY,
  100,
)}`,
  },
  /**
   * Cut listings of every suburb for every window of 1 to 365 days, keyed `sal:<sal_code>` and
   * `region:<region_code>`. Cuts are of live listings with a URL. In a window an address shows its largest
   * cut in AUD, then the newest (then by portal, listing id, event id). A cut is shown from the first window
   * that includes it to before the first that includes a better one.
   */
  "suburb drop listings": {
    order: { suburb_drop_listings: "suburb_key, place", listing_regions: "region_code" },
    sql: `
CREATE TABLE serve.suburb_drop_listings AS
WITH keys AS (
  SELECT region_id, region_code, 'region:' || region_code AS suburb_key FROM step.crawled_regions
  UNION ALL
  SELECT region_id, region_code, 'sal:' || sal_code FROM step.crawled_regions WHERE sal_code <> ''
),
better AS (
  SELECT
    *,
    coalesce(min(entry_window) OVER (
      PARTITION BY suburb_key, address_id ORDER BY drop_abs DESC, observed_at DESC, source, listing_id, id
      ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
    ), 366) AS max_window
  FROM step.price_cuts JOIN keys USING (region_id)
  WHERE is_live AND has_url AND entry_window <= 365
)
SELECT
  suburb_key,
  CAST(row_number() OVER (
    PARTITION BY suburb_key ORDER BY drop_pct DESC, observed_at DESC, address_id, entry_window, s.region_code
  ) AS INTEGER) AS place,
  entry_window AS shown_from, max_window AS shown_until, s.source, listing_url, display_address, property_type,
  coalesce(bedrooms, 0) AS bedrooms, coalesce(bathrooms, 0) AS bathrooms, coalesce(car_spaces, 0) AS car_spaces,
  prev_price, s.price, drop_pct, drop_abs, observed_at, address_key, coalesce(l.agency_name, '') AS agency_name,
  coalesce(agent_names, []) AS agent_names
FROM better AS s JOIN property_listings AS l ON l.id = listing_pk
WHERE entry_window < max_window;

CREATE TABLE serve.listing_regions AS
SELECT region_code, sal_code FROM step.crawled_regions;
`,
  },
});
