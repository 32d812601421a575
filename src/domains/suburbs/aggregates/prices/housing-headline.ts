import { sqlAggregate } from "../../../../snapshot/build/aggregate.ts";
import { IS_PUBLIC } from "../../../../snapshot/build/public-licence-sql.ts";

/**
 * GetHousingOverview: the latest quarterly value of each region, measure and dwelling type. Changes compare the newest
 * observation of one source with its second and fifth newest; of several sources the newest period wins, then the
 * source's name.
 */
const SQL = `
CREATE TABLE serve.housing_headline AS
WITH sources AS (
  SELECT
    region_code, measure, dwelling_type, source,
    max(period) AS period,
    max_by(value, period, 5) AS newest_first,
    max_by({ unit: unit, is_preliminary: is_preliminary, licence: source_licence }, period) AS newest
  FROM house_prices
  WHERE period_freq = 'Q' AND ${IS_PUBLIC}
  GROUP BY region_code, measure, dwelling_type, source
),
latest AS (
  FROM sources
  QUALIFY row_number() OVER (PARTITION BY region_code, measure, dwelling_type ORDER BY period DESC, source) = 1
)
SELECT
  region_type, measure, newest_first[1] AS value, region_code, dwelling_type, region_name, state_code,
  newest.unit AS unit, period, newest.is_preliminary AS is_preliminary,
  (newest_first[1] / nullif(newest_first[2], 0) - 1) * 100 AS qoq_pct,
  (newest_first[1] / nullif(newest_first[5], 0) - 1) * 100 AS yoy_pct,
  newest.licence AS source_licence
FROM latest JOIN house_price_regions USING (region_code)
`;

export const HOUSING_HEADLINE = sqlAggregate(
  "housing headline",
  [{ name: "housing_headline", orderBy: "region_type, measure, value DESC, region_code, dwelling_type" }],
  SQL,
);
