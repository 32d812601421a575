import { sqlAggregate } from "../aggregate.ts";
import { IS_PUBLIC } from "./public-licence.ts";

/**
 * GetHousePriceSeries: every public observation of every frequency. Rows of a series stand together, found by a
 * number: the codes of suburb regions share their first eight bytes, all that DuckDB's text statistics keep.
 */
const SQL = `
CREATE TABLE serve.price_points AS
SELECT
  md5_number_lower(region_code || '|' || measure || '|' || dwelling_type) AS series_hash,
  region_code, measure, dwelling_type, period, source,
  region_name, value, is_preliminary, unit, source_licence
FROM house_prices JOIN house_price_regions USING (region_code)
WHERE ${IS_PUBLIC}
`;

export const PRICE_POINTS = sqlAggregate(
  "price points",
  [{ name: "price_points", orderBy: "series_hash, region_code, measure, dwelling_type, period, source" }],
  SQL,
);
