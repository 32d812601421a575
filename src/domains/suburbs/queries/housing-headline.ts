import { isPublic } from "../../../engine/sql/public-licence.ts";

/** Every headline that may be shown, in answer order; columns are fields of HousingMetric. */
export const ALL_HEADLINES = `
SELECT
  region_code, region_name, region_type, state_code, measure, dwelling_type, value, unit,
  epoch_ms(period::TIMESTAMP) AS period, is_preliminary, qoq_pct, yoy_pct, frequency, source, source_licence
FROM serve.housing_headline
WHERE ${isPublic("source_licence")}
ORDER BY region_type, measure, value DESC, region_code, dwelling_type`;
