import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** Most companies of a state that a request can ask for. */
export const MAX_STATE_COMPANIES = 50;

/** `state_companies`: the companies of each state by weight times market cap, an unknown market cap counting as 0. */
export const STATE_COMPANIES: Aggregate = sqlAggregate(
  "state_companies",
  [{ name: "state_companies", orderBy: "state, rank" }],
  `
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
);
