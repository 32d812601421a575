import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { COMPANY_EXPOSURE, STATE_COMPANIES, STATE_COMPANY_AGGREGATES } from "./companies.ts";
import { ECONOMIC_CORRELATIONS } from "./economic-correlations.ts";
import { ECONOMIC_SERIES_TABLES, PRICE_RETURN_INDEX, SHORT_INTEREST_SERIES } from "./series.ts";

/** `publication`: one row with the first, the last and the number of dates that have a report; dates are null without any. */
const PUBLICATION: Aggregate = sqlAggregate(
  "publication",
  [{ name: "publication", orderBy: "total_dates" }],
  `
CREATE TABLE serve.publication AS
SELECT
  min(date) AS earliest_date,
  max(date) AS latest_date,
  count(DISTINCT date)::INTEGER AS total_dates
FROM (SELECT date FROM trading_dates UNION SELECT date FROM short_positions);
`,
);

/** In order: exposure weights feed the derived series, which feed the catalogue, which feeds the correlations. */
export const ECONOMY_AGGREGATES: readonly Aggregate[] = [
  COMPANY_EXPOSURE,
  STATE_COMPANIES,
  STATE_COMPANY_AGGREGATES,
  SHORT_INTEREST_SERIES,
  PRICE_RETURN_INDEX,
  ECONOMIC_SERIES_TABLES,
  ECONOMIC_CORRELATIONS,
  PUBLICATION,
];
