import { type Statement, statement } from "../../../engine/sql/statement.ts";
import { orderedMean, orderedSum } from "../../../snapshot/build/ordered-sums.ts";
import type { Row } from "../../../snapshot/pages/row-message.ts";
import { IN_SET, SET_PARAMETERS } from "./set-statements.ts";

/** SQL orders by the name of the sort; ties go by portal, agency and state. */
const ORDERS: Readonly<Record<string, string>> = {
  drops: "dropped_count DESC, total_drop_value DESC NULLS LAST, active_listings DESC",
  listings: "active_listings DESC, dropped_count DESC",
  avg_cut: "avg_drop_pct DESC NULLS LAST, dropped_count DESC",
  value: "total_drop_value DESC NULLS LAST, dropped_count DESC",
};

/** The agencies of a set in the order of a sort; columns are fields of AgencyPriceStats, and `total_count`. */
export const SET_AGENCIES: Readonly<Record<string, Statement<Row>>> = Object.fromEntries(
  Object.entries(ORDERS).map(([sort, order]) => [sort, agencies(sort, order)]),
);

function agencies(sort: string, order: string): Statement<Row> {
  return statement(
    `agencies of a set by ${sort}`,
    { ...SET_PARAMETERS, window_days: "integer", most: "integer" },
    `
WITH live AS (
  SELECT source, agency_id, state_code, region_id, address_id, listing_id, agency_name, is_for_sale, price, last_seen_at
  FROM live_listings
  WHERE agency_id IS NOT NULL AND ${IN_SET}
),
agencies AS (
  SELECT
    source,
    agency_id,
    state_code,
    count(DISTINCT address_id) AS active_listings,
    count(DISTINCT region_id) AS suburbs_covered
  FROM live
  GROUP BY source, agency_id, state_code
  HAVING count(DISTINCT address_id) >= 3
),
names AS (
  SELECT source, agency_id, state_code, agency_name
  FROM live
  WHERE agency_name IS NOT NULL
  QUALIFY row_number() OVER (
    PARTITION BY source, agency_id, state_code
    ORDER BY last_seen_at DESC, listing_id
  ) = 1
),
for_sale AS (
  SELECT source, agency_id, state_code, price
  FROM live
  WHERE is_for_sale
  QUALIFY row_number() OVER (
    PARTITION BY source, agency_id, state_code, address_id
    ORDER BY last_seen_at DESC, listing_id
  ) = 1
),
asking AS (
  SELECT
    source,
    agency_id,
    state_code,
    count(price) AS priced_listings,
    CASE WHEN count(price) >= 3 THEN ${orderedMean("price")} END AS avg_asking,
    CASE WHEN count(price) >= 3 THEN quantile_cont(price, 0.5) END AS median_asking
  FROM for_sale
  GROUP BY source, agency_id, state_code
),
cut_addresses AS (
  SELECT
    source,
    agency_id,
    state_code,
    address_id,
    max(drop_pct) AS max_drop_pct,
    ${orderedSum("drop_abs")} AS drop_value
  FROM live_price_cuts
  WHERE agency_id IS NOT NULL AND entry_window <= $window_days AND ${IN_SET}
  GROUP BY source, agency_id, state_code, address_id
),
cuts AS (
  SELECT
    source,
    agency_id,
    state_code,
    count(*) AS dropped_count,
    CASE WHEN count(*) >= 3 THEN ${orderedMean("max_drop_pct")} END AS avg_drop_pct,
    CASE WHEN count(*) >= 3 THEN ${orderedSum("drop_value")} END AS total_drop_value
  FROM cut_addresses
  GROUP BY source, agency_id, state_code
),
found AS (
  SELECT
    a.source,
    a.agency_id,
    coalesce(n.agency_name, '') AS agency_name,
    a.state_code,
    CAST(a.active_listings AS INTEGER) AS active_listings,
    CAST(coalesce(k.priced_listings, 0) AS INTEGER) AS priced_listings,
    k.avg_asking,
    k.median_asking,
    CAST(a.suburbs_covered AS INTEGER) AS suburbs_covered,
    CAST(coalesce(c.dropped_count, 0) AS INTEGER) AS dropped_count,
    c.avg_drop_pct,
    c.total_drop_value,
    CAST(count(*) OVER () AS INTEGER) AS total_count
  FROM agencies a
  LEFT JOIN names n USING (source, agency_id, state_code)
  LEFT JOIN asking k USING (source, agency_id, state_code)
  LEFT JOIN cuts c USING (source, agency_id, state_code)
)
SELECT *
FROM found
ORDER BY ${order}, source, agency_id, state_code
LIMIT $most
`,
  );
}
