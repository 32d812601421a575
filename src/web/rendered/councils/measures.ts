import type { TerraceClient } from "terrace/client";

type Answer = Awaited<ReturnType<TerraceClient["housing"]["getCouncilProfile"]>>;
export type Profile = NonNullable<Answer["profile"]>;

/** A figure that councils have. */
export interface Measure {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  /** Column of the file of councils, and field of a council's summary or of its facts. */
  readonly field: string;
  /** Dataset table and column whose sources it cites. */
  readonly table: string;
  readonly column: string;
  /** True for one that orders nothing worth reading. */
  readonly isUnranked?: boolean;
}

const ofCouncil = (
  key: string,
  unit: string,
  label: string,
  field: string,
  column = field,
  table = "lga",
): Measure => ({ key, unit, label, field, table, column });

/** 0 is unknown in fields that cannot be absent. */
const UNKNOWN_ZEROS = ["population", "avg_rates"];

/** A measure of a council; undefined where it is not known. */
export function valueIn({ summary, council }: Profile, { field }: Measure): number | undefined {
  const name = field.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const all: Readonly<Record<string, unknown>> = { ...council, ...summary };
  const value = all[name];
  return typeof value !== "number" || (value === 0 && UNKNOWN_ZEROS.includes(field)) ? undefined : value;
}

/** What is known of councils, none of it from listings. */
export const MEASURES: readonly Measure[] = [
  ofCouncil("council_population", "persons", "Residents", "population"),
  ofCouncil("council_growth", "%", "Growth of the population in a year", "pop_growth_pct"),
  ofCouncil("council_density", "a km²", "Residents a square kilometre", "density_per_sqkm", "population"),
  ofCouncil("council_area", "km²", "Area", "area_sqkm"),
  ofCouncil("council_age", "years", "Median age", "median_age"),
  ofCouncil("council_income", "AUD/week", "Median weekly household income", "median_hhd_income"),
  ofCouncil("council_rent", "AUD/week", "Median weekly rent", "median_weekly_rent"),
  ofCouncil("council_mortgage", "AUD/month", "Median monthly mortgage repayment", "median_mortgage_monthly"),
  ofCouncil("council_rented", "%", "Dwellings rented", "pct_rented"),
  ofCouncil("council_household_size", "", "Persons a household", "avg_household_size"),
  {
    ...ofCouncil(
      "council_advantage",
      "decile 1..10",
      "Advantage and disadvantage (SEIFA IRSAD), decile",
      "seifa_irsad_decile",
    ),
    isUnranked: true,
  },
  ofCouncil("council_house_price", "AUD", "Median price of houses", "council_house_median"),
  ofCouncil("council_rates", "AUD/year", "Average residential rates", "avg_rates"),
  ofCouncil("council_grant", "AUD", "Federal assistance grant a resident", "fag_per_resident", "fed_fag_aud"),
  ofCouncil(
    "council_approvals",
    "per 1,000 residents",
    "Dwellings approved in 12 months",
    "approvals_per_1000",
    "value",
    "lga_facts",
  ),
  ofCouncil(
    "council_flood",
    "% area",
    "Land under a flood planning control",
    "flood_share_pct",
    "flood_planning_share_pct",
    "suburb_hazard_exposure",
  ),
  ofCouncil(
    "council_bushfire",
    "% area",
    "Bushfire prone land",
    "bushfire_share_pct",
    "bushfire_prone_share_pct",
    "suburb_hazard_exposure",
  ),
];
