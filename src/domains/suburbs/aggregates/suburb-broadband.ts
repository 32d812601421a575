import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { sqlText } from "../../../snapshot/tables/sql-text.ts";
import { isImplausibleNbn, nbnTier } from "../metrics/categories.ts";
import { METRICS, metricPosition } from "../metrics/metric-registry.ts";

const TIER_LABELS = METRICS[metricPosition("nbn")].categories.map(sqlText).join(", ");

/**
 * Broadband family and score of each suburb. A family that is implausible for so many residents is unknown, and so
 * is the score that was derived from it.
 */
const SQL = `
CREATE TABLE work.suburb_broadband AS
WITH told AS (
  SELECT sal_code, population, connectivity_quality_score AS score, ${nbnTier("dominant_nbn_tech")} AS tier
  FROM suburb_connectivity JOIN suburb_demographics USING (sal_code)
),
checked AS (
  SELECT sal_code, score, tier, ${isImplausibleNbn("tier", "population")} AS is_implausible FROM told
)
SELECT
  sal_code,
  CASE WHEN NOT is_implausible THEN tier END AS tier,
  CASE WHEN NOT is_implausible THEN [${TIER_LABELS}][tier + 1] END AS dominant_nbn_tech,
  CASE WHEN NOT is_implausible THEN score END AS connectivity_quality_score
FROM checked
`;

export const SUBURB_BROADBAND = sqlAggregate("suburb broadband", [], SQL);
