import type { SeriesFacts } from "../../parts/series-names.ts";

/** The series that people ask for, by subject; of several in one place the first that the data has. */
const ASKED_FOR: readonly (readonly [subject: string, places: readonly (readonly string[])[]])[] = [
  [
    "Interest rates",
    [
      ["rates.cash_rate_target.aus"],
      [
        "rates.lending_rates.housing_credit_new_loans_funded_in_the_month_owner_occupied_variable_rate_all_institutions.aus",
        "rates.mortgage_rate.variable.aus",
      ],
      ["rates.lending_rates.housing_loans_banks_variable_standard_owner_occupier.aus"],
    ],
  ],
  [
    "Inflation",
    [
      ["cpi.annual_change.all_groups.aus", "cpi.index.all_groups.aus"],
      ["cpi.year_ended_trimmed_mean_inflation.aus.seasadj", "cpi.monthly_indicator.all_groups.aus"],
    ],
  ],
  [
    "Jobs and wages",
    [
      ["labour.unemployment_rate.total.aus.seasadj", "labour.unemployment_rate.total.aus"],
      ["labour.participation_rate.total.aus.seasadj"],
      ["wages.wpi_yoy.aus", "wages.wage_price_index.total.aus.seasadj"],
    ],
  ],
  [
    "Homes",
    [
      ["dwellings.mean_price.aus"],
      [
        "house_prices.index.residential_property.aus",
        "house_prices.index_change_year.residential_property.aus",
      ],
      ["rents.median_weekly.all.5000"],
      ["approvals.dwelling_units.total.aus.seasadj", "approvals.dwelling_units.total.nsw.seasadj"],
      ["approvals.dwelling_units.total.vic.seasadj"],
    ],
  ],
  [
    "Households",
    [
      ["households.household_debt_to_income.aus", "lending.housing_credit.total.aus.seasadj"],
      ["households.housing_interest_payments_to_income.aus.seasadj", "spending.household.total.aus.seasadj"],
      ["population.erp.total.aus"],
      ["gdp.gross_domestic_product.total.aus.seasadj"],
    ],
  ],
];

/** Those of them that the data has, by subject. */
export function askedFor<T extends SeriesFacts>(all: readonly T[]) {
  const byKey = new Map(all.map((one) => [one.seriesKey, one]));
  return ASKED_FOR.map(([subject, places]) => ({
    subject,
    series: places.flatMap(
      (keys) => keys.map((key) => byKey.get(key)).find((one) => one !== undefined) ?? [],
    ),
  })).filter(({ series }) => series.length > 0);
}
