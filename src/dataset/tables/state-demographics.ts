import { NATIONAL_SCOPE, STATE_CODES } from "../states.ts";
import {
  column,
  licenceColumn,
  measureColumn,
  percentColumn,
  sourceColumn,
  type TableDefinition,
} from "../table-definition.ts";

export const STATE_DEMOGRAPHICS: TableDefinition = {
  name: "state_demographics",
  title: "Census of the states",
  doc: "The publisher's own figures for whole states and the country, which suburbs are compared with. Without them states are rebuilt from their suburbs.",
  key: ["state_code"],
  columns: [
    column("state_code", "text", "State or territory, or AU for the country.", "NT", {
      required: true,
      values: [...STATE_CODES, NATIONAL_SCOPE],
    }),
    column("census_year", "int", "Census the row is from.", "2021", { default: 2021, min: 1971, max: 2100 }),
    measureColumn("median_weekly_hhd_income", "AUD/week", "Median weekly household income.", "2061", 0),
    percentColumn("pct_owned_outright", "Dwellings owned outright.", "16.4"),
    percentColumn("pct_owned_mortgage", "Dwellings owned with a mortgage.", "29.3"),
    percentColumn("pct_rented", "Dwellings rented.", "48.7"),
    percentColumn("pct_separate_house", "Separate houses among occupied private dwellings.", "66.2"),
    percentColumn("pct_flat_apartment", "Flats and apartments among occupied private dwellings.", "18.9"),
    percentColumn("pct_couple_with_children", "Couples with children among families.", "42.5"),
    percentColumn("pct_lone_person_household", "Lone-person households.", "23.5"),
    percentColumn("unemployment_rate", "Unemployed share of the labour force.", "4.7"),
    percentColumn("labour_force_participation_rate", "Labour force share of persons 15+.", "64.2"),
    percentColumn("pct_bachelor_or_higher", "Persons 15+ with a bachelor degree or higher.", "24.0"),
    percentColumn("pct_low_personal_income", "Persons 15+ with 1 to 499 AUD a week.", "22.1"),
    percentColumn("pct_high_personal_income", "Persons 15+ with 2,000 AUD a week or more.", "18.3"),
    sourceColumn("source", "Source id.", "synthetic-census"),
    licenceColumn("CC-BY-4.0"),
  ],
};
