import type { Row } from "../../dataset/csv-writer.ts";
import { NATIONAL_SCOPE, STATE_CODES } from "../../dataset/states.ts";
import { clamp, Random, round } from "../../runtime/random.ts";
import { PUBLIC_LICENCE } from "../sources.ts";

/** The share that a state has of each, about. */
const MIDDLES: Readonly<Record<string, number>> = {
  pct_owned_outright: 31,
  pct_owned_mortgage: 35,
  pct_rented: 31,
  pct_separate_house: 72,
  pct_flat_apartment: 14,
  pct_couple_with_children: 44,
  pct_lone_person_household: 26,
  unemployment_rate: 5,
  labour_force_participation_rate: 61,
  pct_bachelor_or_higher: 26,
  pct_low_personal_income: 24,
  pct_high_personal_income: 13,
};

/** A state whose table was never published, and one whose table lacks the shares of incomes. */
const WITHOUT_TABLE = "TAS";
const WITHOUT_INCOME_SHARES = "NT";

/** What a publisher says of the country and of every state but one. */
export function stateCensusRows(seed: number): Row[] {
  return [NATIONAL_SCOPE, ...STATE_CODES]
    .filter((code) => code !== WITHOUT_TABLE)
    .map((code) => {
      const random = new Random(seed, `state-census/${code}`);
      const share = ([name, middle]: [string, number]): [string, number | null] => {
        const value = round(clamp(middle * (1 + 0.08 * random.normal()), 0, 100), 1);
        return [name, code === WITHOUT_INCOME_SHARES && name.endsWith("_personal_income") ? null : value];
      };
      return {
        state_code: code,
        census_year: 2021,
        median_weekly_hhd_income: Math.round(1750 * (1 + 0.1 * random.normal())),
        ...Object.fromEntries(Object.entries(MIDDLES).map(share)),
        source: "synthetic-census",
        source_licence: PUBLIC_LICENCE,
      };
    });
}
