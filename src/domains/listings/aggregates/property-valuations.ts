import { RESTRICTED_LICENCE } from "../../../dataset/table-definition.ts";
import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedList } from "../../../snapshot/tables/ordered-sums.ts";

/** SQL: the order of past sales, those without a day last. */
const NEWEST_FIRST = ["sold_on IS NULL", "coalesce(DATE '1970-01-01' - sold_on, 0)", "place"];

/**
 * The valuations that may be shown: fetched successfully and not under the restricted licence. Past sales are a
 * list of {date, price, agency, event_type}, newest first; a date that is not a date is empty and comes last.
 */
const PROPERTY_VALUATIONS = `
CREATE TABLE serve.property_valuations AS
WITH shown AS (
  SELECT *
  FROM property_valuations
  WHERE fetch_status = 'ok' AND source_licence <> '${RESTRICTED_LICENCE}'
),
listed AS (
  SELECT
    address_key,
    unnest(TRY(from_json(
      CAST(sales_history AS VARCHAR),
      '[{"date": "VARCHAR", "price": "VARCHAR", "agency": "VARCHAR", "event_type": "VARCHAR"}]'
    ))) AS sale,
    generate_subscripts(TRY(json_extract(CAST(sales_history AS VARCHAR), '$[*]')), 1) AS place
  FROM shown
),
sales AS (
  SELECT
    address_key,
    place,
    try_cast(sale.date AS DATE) AS sold_on,
    {
      'date': coalesce(strftime(try_cast(sale.date AS DATE), '%Y-%m-%d'), ''),
      'price': coalesce(try_cast(sale.price AS DOUBLE), 0),
      'agency': coalesce(sale.agency, ''),
      'event_type': coalesce(sale.event_type, '')
    } AS sale
  FROM listed
),
histories AS (
  SELECT address_key, ${orderedList("sale", NEWEST_FIRST)} AS sales_history
  FROM sales
  GROUP BY address_key
)
SELECT
  v.address_key,
  v.source,
  v.profile_url,
  v.fetched_at,
  v.estimate_low,
  v.estimate_mid,
  v.estimate_high,
  coalesce(v.estimate_confidence, '') AS estimate_confidence,
  v.valuation_granularity,
  v.rent_estimate_mid,
  coalesce(v.bedrooms, 0) AS bedrooms,
  coalesce(v.bathrooms, 0) AS bathrooms,
  coalesce(v.car_spaces, 0) AS car_spaces,
  v.land_size_sqm,
  v.building_size_sqm,
  coalesce(v.year_built, 0) AS year_built,
  v.property_type,
  coalesce(h.sales_history, []) AS sales_history,
  v.source_licence
FROM shown v
LEFT JOIN histories h ON h.address_key = v.address_key
ORDER BY v.address_key;
`;

export const propertyValuations = sqlAggregate(
  "property valuations",
  [{ name: "property_valuations", orderBy: "address_key" }],
  PROPERTY_VALUATIONS,
);
