import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { LATEST_FIRST } from "./latest-price.ts";

/** The public house median of a suburb: the latest of its linked regions, then that of the lower region code. */
const SQL = `
CREATE TABLE work.suburb_price AS
SELECT
  sal_code, region_code, value AS latest_median_price, period AS latest_period,
  is_preliminary AS latest_is_preliminary, sale_count AS latest_sale_count, yoy_pct, source, source_licence
FROM work.latest_price JOIN (
  SELECT region_code, sal_code FROM house_price_regions WHERE sal_code IS NOT NULL
) USING (region_code)
WHERE measure = 'median_price' AND dwelling_type = 'house'
QUALIFY row_number() OVER (PARTITION BY sal_code ORDER BY ${LATEST_FIRST}, region_code) = 1
`;

export const SUBURB_PRICE = sqlAggregate("suburb price", [], SQL);
