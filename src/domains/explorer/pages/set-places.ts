import { STATES } from "../../../dataset/states.ts";
import { framePages, numberColumns } from "../../../snapshot/pages/frame-pages.ts";

const PLACES = `
SELECT CASE WHEN position >= 0 THEN position END AS position, state_place AS state
FROM open.places
ORDER BY place`;

/** Regions that ever had a listing in a state, and those of them with a live or sold one. */
const LISTED = `
SELECT region_id AS listed_region, place AS listed_place, CAST(is_swept AS INTEGER) AS is_swept
FROM serve.listed_regions
JOIN open.places USING (position, state_place)
WHERE state_place < ${STATES.length}
ORDER BY listed_region, listed_place`;

const TRACKED = `
SELECT DISTINCT region_id AS tracked_region, place AS tracked_place
FROM (
  SELECT position, state_place, region_id FROM serve.live_listings
  UNION ALL
  SELECT position, state_place, region_id FROM serve.sold_listings
)
JOIN open.places USING (position, state_place)
WHERE state_place < ${STATES.length}
ORDER BY tracked_region, tracked_place`;

/**
 * Where listings are counted: `position` in the national order, missing where no suburb is linked, and `state`, a row a
 * place; all other columns of sets name places by their row here. And the regions of each place.
 */
export const SET_PLACES = framePages({
  name: "set_places",
  queries: { places: PLACES, listed: LISTED, tracked: TRACKED },
  columns: async function* (results) {
    yield* numberColumns(results, "places", ["position", "state"]);
    yield* numberColumns(results, "listed", ["listed_region", "listed_place", "is_swept"]);
    yield* numberColumns(results, "tracked", ["tracked_region", "tracked_place"]);
  },
});
