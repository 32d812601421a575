import type { Metric } from "../../../dataset/metric.ts";
import { DEMOGRAPHICS, MIN_SHARE_RESIDENTS, numeric } from "./declare.ts";

const census = (key: string, unit: string, label: string, derivation: string): Metric =>
  numeric(key, unit, label, {
    table: DEMOGRAPHICS,
    leastResidents: MIN_SHARE_RESIDENTS,
    derivation: `${derivation}; null below ${MIN_SHARE_RESIDENTS} residents or with an empty denominator`,
  });

const SEIFA_INDEXES = [
  ["irsd", "relative disadvantage (IRSD)"],
  ["irsad", "relative advantage and disadvantage (IRSAD)"],
  ["ier", "economic resources (IER)"],
  ["ieo", "education and occupation (IEO)"],
] as const;

const DECILE_DERIVATION =
  "stored value: the publisher's decile where its file gives one, else the tenth of suburbs, in equal numbers and in order of score, that holds the suburb";

const seifa = (suffix: string, unit: string, what: string, derivation = "stored value"): Metric[] =>
  SEIFA_INDEXES.map(([index, title]) =>
    numeric(`seifa_${index}_${suffix}`, unit, `SEIFA ${title}, ${what}`, { table: DEMOGRAPHICS, derivation }),
  );

const medianOf = (key: string, unit: string, label: string): Metric =>
  numeric(key, unit, label, {
    table: DEMOGRAPHICS,
    derivation: "stored value; null where none is published",
  });

const HOUSEHOLDS = "% of households";
const PERSONS = "share of persons 15+";
const DWELLINGS = "% of occupied private dwellings";

export const CENSUS_METRICS: readonly Metric[] = [
  ...seifa("score", "index score", "score"),
  ...seifa("decile_aus", "decile 1..10", "national decile", DECILE_DERIVATION),
  ...seifa("decile_state", "decile 1..10", "state decile", DECILE_DERIVATION),
  census("pct_low_personal_income", "%", "Personal income 1 to 499 AUD a week", PERSONS),
  census(
    "pct_high_personal_income",
    "%",
    "Personal income of 2,000 AUD a week or more",
    "share of persons 15+",
  ),
  census("unemployment_rate", "% of labour force", "Unemployment rate", "stored rate"),
  census("labour_force_participation_rate", "% of persons 15+", "Labour force participation", "stored rate"),
  census("pct_bachelor_or_higher", "%", "Bachelor degree or higher", PERSONS),
  census("pct_separate_house", DWELLINGS, "Separate houses", "share of dwellings"),
  census("pct_flat_apartment", DWELLINGS, "Flats and apartments", "share of dwellings"),
  census("pct_couple_with_children", "% of families", "Couples with children", "share of families"),
  census("pct_lone_person_household", HOUSEHOLDS, "Lone-person households", "share of households"),
];

export const TENURE_METRICS: readonly Metric[] = [
  census("pct_owned_outright", DWELLINGS, "Owned outright", "share of dwellings"),
  census("pct_owned_mortgage", DWELLINGS, "Owned with a mortgage", "share of dwellings"),
  census("pct_rented", DWELLINGS, "Rented", "share of dwellings"),
  medianOf("median_weekly_rent", "AUD/week", "Median weekly rent"),
  medianOf("median_monthly_mortgage", "AUD/month", "Median monthly mortgage repayment"),
  medianOf("median_weekly_per_income", "AUD/week", "Median weekly personal income"),
];

export const HOUSEHOLD_METRICS: readonly Metric[] = [
  census("pct_no_motor_vehicle", DWELLINGS, "No motor vehicle", "share of dwellings"),
  census("pct_two_or_more_motor_vehicles", DWELLINGS, "Two or more motor vehicles", "share of dwellings"),
  census("pct_year_12", "%", "Year 12 or equivalent", "share of persons 15+ no longer at school"),
  census(
    "pct_low_household_income",
    HOUSEHOLDS,
    "Household income of 1 to 649 AUD a week",
    "share of households",
  ),
  census(
    "pct_high_household_income",
    HOUSEHOLDS,
    "Household income of 3,000 AUD a week or more",
    "share of households",
  ),
  census(
    "pct_high_mortgage",
    "% of mortgaged dwellings",
    "Mortgage repayment of 3,000 AUD a month or more",
    "share of dwellings owned with a mortgage",
  ),
  census(
    "pct_high_rent",
    "% of rented dwellings",
    "Rent of 550 AUD a week or more",
    "share of rented dwellings",
  ),
];
