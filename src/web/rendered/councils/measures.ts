import type { TerraceClient } from "terrace/client";

type Answer = Awaited<ReturnType<TerraceClient["housing"]["getCouncilProfile"]>>;
export type Profile = NonNullable<Answer["profile"]>;
type Summary = NonNullable<Profile["summary"]>;
type Facts = NonNullable<Profile["council"]>;

/** A figure that councils have. */
export interface Measure {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  /** Dataset table and column whose sources it cites. */
  readonly table: string;
  readonly column: string;
  readonly of: (summary: Summary, facts: Facts) => number | undefined;
  /** True for one that orders nothing worth reading. */
  readonly isUnranked?: boolean;
}

const ofCouncil = (
  key: string,
  unit: string,
  label: string,
  column: string,
  of: Measure["of"],
  table = "lga",
): Measure => ({ key, unit, label, table, column, of });

/** 0 is unknown in fields that cannot be absent. */
const known = (value: number) => (value === 0 ? undefined : value);

/** What is known of councils, none of it from listings. */
export const MEASURES: readonly Measure[] = [
  ofCouncil("council_population", "persons", "Residents", "population", ({ population }) =>
    known(population),
  ),
  ofCouncil(
    "council_growth",
    "%",
    "Growth of the population in a year",
    "pop_growth_pct",
    ({ popGrowthPct }) => popGrowthPct,
  ),
  ofCouncil(
    "council_density",
    "a km²",
    "Residents a square kilometre",
    "population",
    ({ densityPerSqkm }) => densityPerSqkm,
  ),
  ofCouncil("council_area", "km²", "Area", "area_sqkm", ({ areaSqkm }) => areaSqkm),
  ofCouncil("council_age", "years", "Median age", "median_age", (_, { medianAge }) => medianAge),
  ofCouncil(
    "council_income",
    "AUD/week",
    "Median weekly household income",
    "median_hhd_income",
    (_, { medianHhdIncome }) => medianHhdIncome,
  ),
  ofCouncil(
    "council_rent",
    "AUD/week",
    "Median weekly rent",
    "median_weekly_rent",
    (_, { medianWeeklyRent }) => medianWeeklyRent,
  ),
  ofCouncil(
    "council_mortgage",
    "AUD/month",
    "Median monthly mortgage repayment",
    "median_mortgage_monthly",
    (_, { medianMortgageMonthly }) => medianMortgageMonthly,
  ),
  ofCouncil("council_rented", "%", "Dwellings rented", "pct_rented", (_, { pctRented }) => pctRented),
  ofCouncil(
    "council_household_size",
    "",
    "Persons a household",
    "avg_household_size",
    (_, { avgHouseholdSize }) => avgHouseholdSize,
  ),
  {
    ...ofCouncil(
      "council_advantage",
      "decile 1..10",
      "Advantage and disadvantage (SEIFA IRSAD), decile",
      "seifa_irsad_decile",
      ({ seifaIrsadDecile }) => seifaIrsadDecile,
    ),
    isUnranked: true,
  },
  ofCouncil(
    "council_house_price",
    "AUD",
    "Median price of houses",
    "council_house_median",
    ({ councilHouseMedian }) => councilHouseMedian,
  ),
  ofCouncil("council_rates", "AUD/year", "Average residential rates", "avg_rates", (_, { avgRates }) =>
    known(avgRates),
  ),
  ofCouncil(
    "council_grant",
    "AUD",
    "Federal assistance grant a resident",
    "fed_fag_aud",
    ({ fagPerResident }) => fagPerResident,
  ),
  ofCouncil(
    "council_approvals",
    "per 1,000 residents",
    "Dwellings approved in 12 months",
    "value",
    ({ approvalsPer1000 }) => approvalsPer1000,
    "lga_facts",
  ),
  ofCouncil(
    "council_flood",
    "% area",
    "Land under a flood planning control",
    "flood_planning_share_pct",
    ({ floodSharePct }) => floodSharePct,
    "suburb_hazard_exposure",
  ),
  ofCouncil(
    "council_bushfire",
    "% area",
    "Bushfire prone land",
    "bushfire_prone_share_pct",
    ({ bushfireSharePct }) => bushfireSharePct,
    "suburb_hazard_exposure",
  ),
];
