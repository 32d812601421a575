import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** Products in deferred settlement report the same shares twice, so they never count. */
export const NOT_DEFERRED_SETTLEMENT = "coalesce(product_name, '') NOT ILIKE '%deferred settlement%'";

/**
 * `derived.current_short(stock_code, short_percent, short_date)`: the most recent positive percentage of each company in
 * the past month: later than one month before the newest date of any, as in the ranking of GetTopShorts.
 *
 * `derived.company_exposure(stock_code, region, weight, basis, source, company_name, industry, market_cap,
 * logo_url, short_percent, short_date)`: modelled rows, and one row of weight 1 in the state of the registered office for each
 * company without any.
 */
export const COMPANY_EXPOSURE: Aggregate = sqlAggregate(
  "company_exposure",
  [],
  `
CREATE OR REPLACE TABLE derived.current_short AS
SELECT stock_code, arg_max(short_percent, date) AS short_percent, max(date) AS short_date
FROM short_positions
WHERE short_percent > 0
  AND date > (SELECT max(date) FROM short_positions) - INTERVAL 1 MONTH
  AND ${NOT_DEFERRED_SETTLEMENT}
GROUP BY stock_code;

CREATE OR REPLACE TABLE derived.company_exposure AS
WITH placed AS (
  SELECT stock_code, lower(region) AS region, weight, basis, 'llm' AS source
  FROM company_exposures
  UNION ALL
  SELECT
    stock_code,
    -- The registered office is written as "…, VIC, AUSTRALIA, 3205".
    lower(regexp_extract(
      address, ',\\s*(NSW|VIC|QLD|SA|WA|TAS|NT|ACT)\\s*,\\s*AUSTRALIA\\s*,\\s*[0-9]{3,4}\\s*$', 1, 'i'
    )) AS region,
    1.0 AS weight,
    'Registered office' AS basis,
    'hq_fallback' AS source
  FROM companies
  WHERE stock_code NOT IN (SELECT stock_code FROM company_exposures)
)
SELECT
  placed.stock_code,
  placed.region,
  placed.weight,
  coalesce(placed.basis, '') AS basis,
  placed.source,
  companies.company_name,
  companies.industry,
  CASE WHEN regexp_full_match(companies.market_cap, '[0-9.]+') THEN try_cast(companies.market_cap AS DOUBLE) END
    AS market_cap,
  companies.logo_url,
  current_short.short_percent,
  current_short.short_date
FROM placed
JOIN companies USING (stock_code)
LEFT JOIN derived.current_short AS current_short USING (stock_code)
WHERE placed.region <> ''
ORDER BY placed.stock_code, placed.region;
`,
);
