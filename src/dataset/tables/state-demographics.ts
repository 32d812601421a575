import { NATIONAL_SCOPE, STATE_CODES } from "../states.ts";
import { int, isSource, licence, measure, must, percent, table, text } from "../table-definition.ts";

export const STATE_DEMOGRAPHICS = table("state_demographics", "Census of the states", {
  key: ["state_code"],
  doc: "The publisher's figures for states and the country, for comparison with suburbs. Without them, states are computed from their suburbs.",
  columns: {
    state_code: text("State or territory, or AU for the country.", "NT", must, {
      values: [...STATE_CODES, NATIONAL_SCOPE],
    }),
    census_year: int("Census year.", "2021", { default: 2021, min: 1971, max: 2100 }),
    median_weekly_hhd_income: measure("AUD/week", "Median weekly household income.", "2061", 0),
    pct_owned_outright: percent("Dwellings owned outright.", "16.4"),
    pct_owned_mortgage: percent("Dwellings owned with a mortgage.", "29.3"),
    pct_rented: percent("Dwellings rented.", "48.7"),
    pct_separate_house: percent("Separate houses among occupied private dwellings.", "66.2"),
    pct_flat_apartment: percent("Flats and apartments among occupied private dwellings.", "18.9"),
    pct_couple_with_children: percent("Couples with children among families.", "42.5"),
    pct_lone_person_household: percent("Lone-person households.", "23.5"),
    unemployment_rate: percent("Unemployed share of the labour force.", "4.7"),
    labour_force_participation_rate: percent("Labour force share of persons 15+.", "64.2"),
    pct_bachelor_or_higher: percent("Persons 15+ with a bachelor degree or higher.", "24.0"),
    pct_low_personal_income: percent("Persons 15+ with 1 to 499 AUD per week.", "22.1"),
    pct_high_personal_income: percent("Persons 15+ with 2,000 AUD per week or more.", "18.3"),
    source: text("Source id.", "synthetic-census", isSource),
    source_licence: licence(),
  },
});
