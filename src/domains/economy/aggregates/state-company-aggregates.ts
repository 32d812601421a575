import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedSum } from "../../../snapshot/tables/ordered-sums.ts";

/**
 * `state_company_aggregates`: exposure summed by state. Companies without short data are left out of both sums of
 * the mean short percent, so they do not dilute it.
 */
export const STATE_COMPANY_AGGREGATES: Aggregate = sqlAggregate(
  "state_company_aggregates",
  [{ name: "state_company_aggregates", orderBy: "rank" }],
  `
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
);
