import { orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { sqlAggregates } from "../../sql-aggregates.ts";

/** SQL: leaves out products in deferred settlement, which report the same shares twice. */
export const NOT_DEFERRED_SETTLEMENT = "coalesce(product_name, '') NOT ILIKE '%deferred settlement%'";

/** The largest limit of ListStateCompanies. */
const MAX_STATE_COMPANIES = 50;

export const COMPANIES = sqlAggregates({
  /**
   * `derived.current_short(stock_code, short_percent, short_date)`: each company's newest positive
   * percentage, if less than a month older than the newest report of any, as GetTopShorts ranks them.
   * `derived.company_exposure(stock_code, region, weight, basis, source, company_name, industry, market_cap,
   * logo_url, short_percent, short_date)`: modelled rows, else one of weight 1 in the state of the registered
   * office.
   */
  company_exposure: `
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
    -- The registered office is an address such as "…, VIC, AUSTRALIA, 3205".
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
  placed.* REPLACE (coalesce(placed.basis, '') AS basis),
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
  /** `state_companies`: a state's companies by weight times market cap; a null market cap counts as 0. */
  state_companies: {
    order: { state_companies: "state, rank" },
    sql: `
CREATE TABLE serve.state_companies AS
SELECT
  region AS state,
  row_number() OVER (
    PARTITION BY region
    ORDER BY weight * coalesce(market_cap, 0) DESC, weight DESC, stock_code
  )::INTEGER AS rank,
  stock_code,
  company_name,
  industry,
  weight,
  basis,
  market_cap,
  short_percent,
  short_date,
  logo_url,
  source
FROM derived.company_exposure
WHERE region <> 'international'
QUALIFY rank <= ${MAX_STATE_COMPANIES};
`,
  },
  /**
   * `state_company_aggregates`: exposure by state. Without short data, a company is in neither sum of the
   * mean.
   */
  state_company_aggregates: {
    order: { state_company_aggregates: "rank" },
    sql: `
CREATE TABLE serve.state_company_aggregates AS
WITH sums AS (
  SELECT
    region AS state,
    count(*) FILTER (weight >= 0.2)::INTEGER AS company_count,
    coalesce(${orderedSum("weight * market_cap")}, 0) AS exposure_weighted_market_cap,
    ${orderedSum("weight * market_cap * short_percent")} AS shorted,
    ${orderedSum("weight * market_cap", "short_percent IS NOT NULL")} AS shortable,
    min(short_date) FILTER (market_cap IS NOT NULL) AS oldest_short_date,
    max(short_date) FILTER (market_cap IS NOT NULL) AS newest_short_date
  FROM derived.company_exposure
  WHERE region <> 'international'
  GROUP BY region
)
SELECT
  row_number() OVER (ORDER BY exposure_weighted_market_cap DESC, state)::INTEGER AS rank,
  state,
  company_count,
  exposure_weighted_market_cap,
  CASE WHEN shortable > 0 THEN shorted / shortable ELSE 0 END AS exposure_weighted_short_percent,
  oldest_short_date,
  newest_short_date
FROM sums;
`,
  },
});
