import { sqlAggregate } from "../../../../snapshot/tables/aggregate.ts";
import { orderedSum } from "../../../../snapshot/tables/ordered-sums.ts";

/**
 * The cut of every address in the fixed rolling window, seen from its region and from its state: cuts of live
 * listings observed in the past 30 days. Per portal the largest fraction, the largest AUD and the summed AUD; of
 * several portals only the one with the largest sum stays (tie: portal slug ascending), so a cut shown on two
 * portals counts once and several cuts on one portal add up.
 */
function addressCuts(table: string, place: string): string {
  return `
CREATE TABLE ${table} AS
WITH portal_cuts AS (
  SELECT
    ${place},
    address_id,
    source,
    max(drop_pct) AS max_drop_pct,
    max(drop_abs) AS max_drop_abs,
    ${orderedSum("drop_abs")} AS drop_value
  FROM step.price_cuts
  WHERE is_live AND observed_at >= getvariable('as_of') - INTERVAL 30 DAY
  GROUP BY ${place}, address_id, source
)
SELECT ${place}, address_id, max_drop_pct, max_drop_abs, drop_value
FROM portal_cuts
QUALIFY row_number() OVER (PARTITION BY ${place}, address_id ORDER BY drop_value DESC, source) = 1
ORDER BY ${place}, address_id;
`;
}

const ADDRESS_CUTS =
  addressCuts("step.region_address_cuts", "region_id") + addressCuts("step.state_address_cuts", "state_code");

export const addressCutsOfWindow = sqlAggregate("address cuts", [], ADDRESS_CUTS);
