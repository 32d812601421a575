import { statement } from "../../../engine/sql/statement.ts";

export interface StateCompanyAggregateRow {
  readonly state: string;
  readonly company_count: number;
  readonly exposure_weighted_market_cap: number;
  readonly exposure_weighted_short_percent: number;
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
  exposure_weighted_short_percent
FROM state_company_aggregates
`,
);
