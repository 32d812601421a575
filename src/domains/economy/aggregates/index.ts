import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { COMPANIES } from "./companies.ts";
import { ECONOMIC_CORRELATIONS } from "./economic-correlations.ts";
import { SERIES } from "./series.ts";

/** `publication`: one row with first, last and number of report dates; the dates are null without any. */
const PUBLICATION = sqlAggregate(
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
  ...COMPANIES,
  ...SERIES,
  ECONOMIC_CORRELATIONS,
  PUBLICATION,
];
