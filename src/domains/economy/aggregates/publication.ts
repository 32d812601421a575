import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** `publication`: one row with the first, the last and the number of dates that have a report; dates are null without any. */
export const PUBLICATION: Aggregate = sqlAggregate(
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
