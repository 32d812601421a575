import { STATE_CODES } from "../../../dataset/states.ts";
import { sqlAggregate } from "../../../snapshot/build/aggregate.ts";
import { orderedSum } from "../../../snapshot/build/ordered-sums.ts";

const BY_DWELLINGS = [
  "pct_owned_outright",
  "pct_owned_mortgage",
  "pct_rented",
  "pct_separate_house",
  "pct_flat_apartment",
  "pct_couple_with_children",
  "pct_lone_person_household",
];
const BY_RESIDENTS = [
  "unemployment_rate",
  "labour_force_participation_rate",
  "pct_bachelor_or_higher",
  "pct_low_personal_income",
  "pct_high_personal_income",
];

const weightedMean = (weight: string) => (field: string) =>
  `${orderedSum(`${field} * ${weight}`)} / nullif(sum(${weight}) FILTER (${field} IS NOT NULL), 0) AS ${field}`;

const census = [
  ...BY_DWELLINGS.map(weightedMean("dwelling_count")),
  ...BY_RESIDENTS.map(weightedMean("population")),
];

/**
 * What a suburb is compared with, one row a state: the median of suburb prices and incomes, the established-house
 * medians of the capital and of the rest, and the census shares rebuilt from the suburbs above the census gates.
 */
const SQL = `
CREATE TABLE serve.state_baselines AS
WITH states(state_code) AS (VALUES ${STATE_CODES.map((code) => `('${code}')`).join(", ")}),
prices AS (
  SELECT state_code, median(latest_median_price) AS state_median_price
  FROM work.suburb_price JOIN suburb_demographics USING (sal_code)
  GROUP BY state_code
),
incomes AS (
  SELECT state_code, median(median_weekly_hhd_income) AS state_median_weekly_hhd_income
  FROM suburb_demographics
  GROUP BY state_code
),
country AS (
  SELECT median(median_weekly_hhd_income) AS national_median_weekly_hhd_income FROM suburb_demographics
),
established AS (
  SELECT regions.state_code, regions.region_type, regions.region_code, regions.region_name, value, period
  FROM house_price_regions AS regions
  LEFT JOIN serve.housing_headline AS headline
    ON headline.region_code = regions.region_code
    AND headline.measure = 'median_price' AND headline.dwelling_type = 'established_house'
  WHERE regions.region_type IN ('gccsa', 'rest_of_state')
  QUALIFY row_number() OVER (
    PARTITION BY regions.state_code, regions.region_type ORDER BY regions.region_code
  ) = 1
),
census AS (
  SELECT
    state_code,
    ${census.join(",\n    ")}
  FROM work.suburb_census
  GROUP BY state_code
)
SELECT
  state_code,
  state_median_price,
  state_median_weekly_hhd_income,
  national_median_weekly_hhd_income,
  capital.value AS capital_median_price,
  capital.region_name AS capital_region_name,
  capital.region_code AS capital_region_code,
  rest.value AS rest_of_state_median_price,
  rest.region_name AS rest_of_state_region_name,
  greatest(capital.period, rest.period) AS abs_median_period,
  ${[...BY_DWELLINGS, ...BY_RESIDENTS].join(", ")}
FROM states
CROSS JOIN country
LEFT JOIN prices USING (state_code)
LEFT JOIN incomes USING (state_code)
LEFT JOIN census USING (state_code)
LEFT JOIN (FROM established WHERE region_type = 'gccsa') AS capital USING (state_code)
LEFT JOIN (FROM established WHERE region_type = 'rest_of_state') AS rest USING (state_code)
`;

export const STATE_BASELINES = sqlAggregate(
  "state baselines",
  [{ name: "state_baselines", orderBy: "state_code" }],
  SQL,
);
