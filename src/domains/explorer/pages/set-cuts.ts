import { STATES } from "../../../dataset/states.ts";
import { orderedSum } from "../../../snapshot/build/ordered-sums.ts";
import { framePages } from "../../../snapshot/pages/frame-pages.ts";
import { numberColumns } from "./query-columns.ts";

const ROWS = `
CREATE OR REPLACE TABLE open.set_cuts_rows AS
WITH rows AS (
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
)
FROM rows JOIN dwellings USING (dwelling);

CREATE OR REPLACE TABLE open.set_cuts_chosen AS
SELECT dwelling, min(place) AS place, max(pct_rank) AS pct_rank, ${orderedSum("drop_abs")} AS drop_value
FROM open.set_cuts_rows
WHERE NOT is_scattered
GROUP BY dwelling, portal
QUALIFY row_number() OVER (PARTITION BY dwelling ORDER BY drop_value DESC, portal) = 1`;

const CHOSEN = `
SELECT
  place AS chosen_place, pct_rank AS chosen_pct_rank,
  CAST(row_number() OVER (ORDER BY drop_value, dwelling) - 1 AS INTEGER) AS chosen_value_rank
FROM open.set_cuts_chosen
ORDER BY chosen_place, dwelling`;

const VALUES = "SELECT drop_value AS drop_values FROM open.set_cuts_chosen ORDER BY drop_value";

const SCATTERED = `
SELECT place, dwelling, portal, drop_abs, pct_rank
FROM open.set_cuts_rows
WHERE is_scattered
ORDER BY dwelling, portal, drop_abs, event_id`;

const PCTS = `
SELECT drop_pct AS pcts
FROM live_price_cuts
WHERE entry_window <= 30 AND state_place < ${STATES.length}
ORDER BY drop_pct`;

/**
 * Cuts of live listings in the past 30 days as columns. Of the portals that cut at a dwelling, an address of a state, the
 * one with the larger sum counts, with its largest cut. Where all cuts of a dwelling have one place that is settled here:
 * a chosen row each, place by place. Cuts of the others are rows of their own, those of a dwelling together, then those of
 * a portal, the smallest in AUD first.
 *
 * `pcts` are the fractions of all cuts and `drop_values` the sums of the chosen rows, both ascending; a rank is a place
 * among them.
 */
export const SET_CUTS = framePages({
  name: "set_cuts",
  columns: async function* (db) {
    await db.run(ROWS);
    yield* numberColumns(db, CHOSEN, ["chosen_place", "chosen_pct_rank", "chosen_value_rank"]);
    yield* numberColumns(db, VALUES, ["drop_values"]);
    yield* numberColumns(db, SCATTERED, ["place", "dwelling", "portal", "drop_abs", "pct_rank"]);
    yield* numberColumns(db, PCTS, ["pcts"]);
  },
});
