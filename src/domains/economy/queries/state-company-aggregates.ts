import { statement } from "../../../engine/sql/statement.ts";

export interface StateCompanyAggregateRow {
  readonly state: string;
  readonly company_count: number;
  readonly exposure_weighted_market_cap: number;
  readonly exposure_weighted_short_percent: number;
  /** Day numbers of the short percents in the mean; null without any. */
  readonly oldest_short_date: number | null;
  readonly newest_short_date: number | null;
}

/** The states with exposure, in rank order. */
export const ALL_STATE_COMPANY_AGGREGATES = statement<StateCompanyAggregateRow>(
  "state-company-aggregates",
  {},
  `
SELECT
  state,
  company_count,
  exposure_weighted_market_cap,
  exposure_weighted_short_percent,
  oldest_short_date,
  newest_short_date
FROM state_company_aggregates
`,
);
