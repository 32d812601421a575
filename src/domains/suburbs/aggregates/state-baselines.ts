import { NATIONAL_SCOPE, STATE_CODES } from "../../../dataset/states.ts";
import { StateCensusAveragesSchema } from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { orderedSum } from "../../../snapshot/tables/ordered-sums.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";

/** Shares of residents; the others are shares of dwellings. */
const BY_RESIDENTS = /^unemployment_|^labour_|^pct_bachelor_|_personal_income$/;

const shares = StateCensusAveragesSchema.fields.map(({ name }) => name).filter((name) => name !== "basis");
const census = shares.map((field) => {
  const weight = BY_RESIDENTS.test(field) ? "population" : "dwelling_count";
  return `${orderedSum(`${field} * ${weight}`)} / nullif(sum(${weight}) FILTER (${field} IS NOT NULL), 0) AS ${field}`;
});

/** SQL: the publisher's share where there is one, else that of the suburbs. */
const publishedFirst = (field: string) => `coalesce(published.${field}, census.${field}) AS ${field}`;
const countOf = (table: string) =>
  shares.map((field) => `(${table}.${field} IS NOT NULL)::INTEGER`).join(" + ");

const PUBLISHED = "'published'";
const incomeBasis = (published: string, rebuilt: string) =>
  `CASE WHEN ${published} IS NOT NULL THEN ${PUBLISHED} WHEN ${rebuilt} IS NOT NULL THEN 'median of suburbs' END`;

/**
 * What a suburb is compared with, one row a state: the median of suburb prices, the established-house medians of the
 * capital and of the rest, household income and census shares. Income and shares are the publisher's where the dataset
 * has the publisher's state table. Else income is that of the median suburb and the shares are rebuilt from the suburbs
 * above the census gates; `income_basis`, `national_income_basis` and `census_basis` say which.
 */
export const STATE_BASELINES = sqlAggregate(
  "state baselines",
  [{ name: "state_baselines", orderBy: "state_code" }],
  `
CREATE TABLE serve.state_baselines AS
WITH states(state_code) AS (VALUES ${STATE_CODES.map((code) => `('${code}')`).join(", ")}),
prices AS (
  SELECT state_code, median(latest_median_price) AS state_median_price
  FROM work.suburb_price JOIN suburb_demographics USING (sal_code)
  GROUP BY state_code
),
incomes AS (
  SELECT state_code, median(median_weekly_hhd_income) AS income
  FROM suburb_demographics
  GROUP BY state_code
),
country AS (
  SELECT
    (SELECT median(median_weekly_hhd_income) FROM suburb_demographics) AS rebuilt_income,
    (
      SELECT median_weekly_hhd_income FROM state_demographics
      WHERE state_code = '${NATIONAL_SCOPE}' AND ${IS_PUBLIC}
    ) AS published_income
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
  coalesce(published.median_weekly_hhd_income, incomes.income) AS state_median_weekly_hhd_income,
  ${incomeBasis("published.median_weekly_hhd_income", "incomes.income")} AS state_income_basis,
  coalesce(published_income, rebuilt_income) AS national_median_weekly_hhd_income,
  ${incomeBasis("published_income", "rebuilt_income")} AS national_income_basis,
  capital.value AS capital_median_price,
  capital.region_name AS capital_region_name,
  capital.region_code AS capital_region_code,
  rest.value AS rest_of_state_median_price,
  rest.region_name AS rest_of_state_region_name,
  greatest(capital.period, rest.period) AS abs_median_period,
  ${shares.map(publishedFirst).join(",\n  ")},
  CASE
    WHEN ${countOf("published")} = ${shares.length} THEN ${PUBLISHED}
    WHEN ${countOf("published")} > 0 THEN 'mixed'
    WHEN ${countOf("census")} > 0 THEN 'weighted mean of suburbs'
  END AS census_basis
FROM states
CROSS JOIN country
LEFT JOIN (FROM state_demographics WHERE ${IS_PUBLIC}) AS published USING (state_code)
LEFT JOIN prices USING (state_code)
LEFT JOIN incomes USING (state_code)
LEFT JOIN census USING (state_code)
LEFT JOIN (FROM established WHERE region_type = 'gccsa') AS capital USING (state_code)
LEFT JOIN (FROM established WHERE region_type = 'rest_of_state') AS rest USING (state_code)
`,
);
