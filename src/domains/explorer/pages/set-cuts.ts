import { STATES } from "../../../dataset/states.ts";
import { framePages, queryColumns } from "../../../snapshot/pages/frame-pages.ts";
import { orderedSum } from "../../../snapshot/tables/ordered-sums.ts";

const ROWS = `
rows AS (
  SELECT
    place, event_id, drop_abs,
    CAST(dense_rank() OVER (ORDER BY state_code, address_id) - 1 AS INTEGER) AS dwelling,
    CAST(dense_rank() OVER (ORDER BY source) - 1 AS INTEGER) AS portal,
    CAST(row_number() OVER (ORDER BY drop_pct, event_id) - 1 AS INTEGER) AS pct_rank
  FROM serve.live_price_cuts
  JOIN open.places USING (position, state_place)
  WHERE entry_window <= 30 AND state_place < ${STATES.length}
),
dwellings AS (
  SELECT dwelling, min(place) <> max(place) AS is_scattered
  FROM rows
  GROUP BY dwelling
)`;

const CHOSEN = `
WITH ${ROWS}, chosen AS (
  SELECT dwelling, min(place) AS place, max(pct_rank) AS pct_rank, ${orderedSum("drop_abs")} AS drop_value
  FROM rows JOIN dwellings USING (dwelling)
  WHERE NOT is_scattered
  GROUP BY dwelling, portal
  QUALIFY row_number() OVER (PARTITION BY dwelling ORDER BY drop_value DESC, portal) = 1
)
SELECT
  place AS chosen_place, pct_rank AS chosen_pct_rank,
  CAST(row_number() OVER (ORDER BY drop_value, dwelling) - 1 AS INTEGER) AS chosen_value_rank, drop_value
FROM chosen
ORDER BY chosen_place, dwelling`;

const SCATTERED = `
WITH ${ROWS}
SELECT place, dwelling, portal, drop_abs, pct_rank
FROM rows JOIN dwellings USING (dwelling)
WHERE is_scattered
ORDER BY dwelling, portal, drop_abs, event_id`;

const PCTS = `
SELECT drop_pct AS pcts
FROM serve.live_price_cuts
WHERE entry_window <= 30 AND state_place < ${STATES.length}
ORDER BY drop_pct`;

/**
 * Cuts of live listings in the past 30 days as columns. A dwelling is an address of a state; of the portals
 * with cuts at it the one with the larger sum counts, with its largest cut. For dwellings in a single place
 * the choice is precomputed: one chosen row each, sorted by place. Other cuts are rows, grouped by dwelling
 * and portal, the smallest amount first. `pcts` (fractions of all cuts) and `drop_values` (sums of chosen
 * rows) ascend; ranks are indexes in them.
 */
export const SET_CUTS = framePages({
  name: "set_cuts",
  queries: { chosen: CHOSEN, scattered: SCATTERED, pcts: PCTS },
  columns: async function* (results) {
    yield* queryColumns(results, "chosen", ["chosen_place", "chosen_pct_rank", "chosen_value_rank"]);
    const { drop_value } = await results.numbers("chosen", ["drop_value"]);
    yield { name: "drop_values", numbers: drop_value.sort() };
    yield* queryColumns(results, "scattered", ["place", "dwelling", "portal", "drop_abs", "pct_rank"]);
    yield* queryColumns(results, "pcts", ["pcts"]);
  },
});
