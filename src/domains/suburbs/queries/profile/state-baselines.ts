import { StateCensusAveragesSchema } from "../../../../gen/shorts/v1alpha1/housing_pb.ts";

/** Columns of `state_baselines` that are fields of StateCensusAverages, and the one that tells what they are. */
const CENSUS = [...StateCensusAveragesSchema.fields.map(({ name }) => name)]
  .map((name) => `'${name}': ${name === "basis" ? "census_basis" : name}`)
  .join(", ");

/** What provenance looks at; the other columns are fields of ComparisonBaselines. */
export interface StateBaselineRow {
  readonly baseline_state: string;
  readonly state_median_price: number | null;
  readonly state_income_basis: string | null;
  readonly national_income_basis: string | null;
  /** What the shares are: published, or made from the suburbs; null without any. */
  readonly state_census: { readonly basis: string | null };
}

/** The baselines of the eight states, a column a field. */
export const ALL_STATE_BASELINES = `
SELECT
  state_code AS baseline_state, state_median_price, state_median_weekly_hhd_income, national_median_weekly_hhd_income,
  capital_median_price, capital_region_name, capital_region_code,
  rest_of_state_median_price, rest_of_state_region_name,
  strftime(abs_median_period, '%Y-%m-%d') AS abs_median_period,
  state_income_basis, national_income_basis,
  {${CENSUS}} AS state_census
FROM serve.state_baselines`;
