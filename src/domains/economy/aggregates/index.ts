import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { sqlAggregates } from "../../sql-aggregates.ts";
import { COMPANIES } from "./companies.ts";
import { ECONOMIC_CORRELATIONS } from "./economic-correlations.ts";
import { SERIES } from "./series.ts";

const PUBLICATION = sqlAggregates({
  /** `publication`: one row with first, last and number of report dates; the dates are null without any. */
  publication: {
    order: { publication: "total_dates" },
    sql: `
CREATE TABLE serve.publication AS
SELECT
  min(date) AS earliest_date,
  max(date) AS latest_date,
  count(DISTINCT date)::INTEGER AS total_dates
FROM (SELECT date FROM trading_dates UNION SELECT date FROM short_positions);
`,
  },
});

/** In order: exposure weights feed the derived series, which feed the catalogue, which feeds the correlations. */
export const ECONOMY_AGGREGATES: readonly Aggregate[] = [
  ...COMPANIES,
  ...SERIES,
  ECONOMIC_CORRELATIONS,
  ...PUBLICATION,
];
