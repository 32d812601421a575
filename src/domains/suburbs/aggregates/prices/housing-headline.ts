import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";

/** GetHousingOverview: the latest value of each region, measure and dwelling type, with where it comes from. */
const SQL = `
CREATE TABLE serve.housing_headline AS
SELECT
  latest.region_type, measure, value, region_code, dwelling_type, region_name, state_code, unit, period, is_preliminary,
  qoq_pct, yoy_pct,
  CASE period_freq WHEN 'M' THEN 'monthly' WHEN 'Q' THEN 'quarterly' ELSE 'annual' END AS frequency,
  source, source_licence, sale_count
FROM work.latest_price AS latest JOIN house_price_regions USING (region_code)
`;

export const HOUSING_HEADLINE = sqlAggregate(
  "housing headline",
  [{ name: "housing_headline", orderBy: "region_type, measure, value DESC, region_code, dwelling_type" }],
  SQL,
);
