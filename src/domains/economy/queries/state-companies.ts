import { statement } from "../../../engine/sql/statement.ts";

export interface StateCompanyRow {
  readonly stock_code: string;
  readonly company_name: string | null;
  readonly industry: string | null;
  readonly weight: number;
  readonly basis: string;
  readonly market_cap: number | null;
  readonly short_percent: number | null;
  /** Day number of short_percent. */
  readonly short_date: number | null;
  readonly logo_url: string | null;
  readonly source: string;
}

/** The most exposed companies of one state, in rank order. */
export const STATE_COMPANIES_BY_STATE = statement<StateCompanyRow>(
  "state-companies",
  { state: "varchar", limit: "integer" },
  `
SELECT
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
FROM state_companies
WHERE state = $state
  AND rank <= $limit
`,
);
