import { statement } from "../../../../engine/sql/statement.ts";

/** Figures of a state to compare a suburb with; null cannot be computed. */
export interface StateBaselineRow {
  readonly state_code: string;
  readonly state_median_price: number | null;
  readonly state_median_weekly_hhd_income: number | null;
  readonly national_median_weekly_hhd_income: number | null;
  readonly capital_median_price: number | null;
  readonly capital_region_name: string | null;
  readonly capital_region_code: string | null;
  readonly rest_of_state_median_price: number | null;
  readonly rest_of_state_region_name: string | null;
  /** Day number of the quarter end. */
  readonly abs_median_period: number | null;
  readonly pct_owned_outright: number | null;
  readonly pct_owned_mortgage: number | null;
  readonly pct_rented: number | null;
  readonly pct_separate_house: number | null;
  readonly pct_flat_apartment: number | null;
  readonly pct_couple_with_children: number | null;
  readonly pct_lone_person_household: number | null;
  readonly unemployment_rate: number | null;
  readonly labour_force_participation_rate: number | null;
  readonly pct_bachelor_or_higher: number | null;
  readonly pct_low_personal_income: number | null;
  readonly pct_high_personal_income: number | null;
  /** What income and shares are: published, or made from the suburbs; null without any. */
  readonly state_income_basis: string | null;
  readonly national_income_basis: string | null;
  readonly census_basis: string | null;
}

/** The baselines of the eight states. */
export const ALL_STATE_BASELINES = statement<StateBaselineRow>(
  "all state baselines",
  {},
  `
SELECT
  state_code, state_median_price, state_median_weekly_hhd_income, national_median_weekly_hhd_income,
  capital_median_price, capital_region_name, capital_region_code,
  rest_of_state_median_price, rest_of_state_region_name, abs_median_period,
  pct_owned_outright, pct_owned_mortgage, pct_rented, pct_separate_house, pct_flat_apartment,
  pct_couple_with_children, pct_lone_person_household, unemployment_rate, labour_force_participation_rate,
  pct_bachelor_or_higher, pct_low_personal_income, pct_high_personal_income,
  state_income_basis, national_income_basis, census_basis
FROM state_baselines
`,
);
