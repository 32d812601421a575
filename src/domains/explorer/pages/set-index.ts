import { framePages, numberColumns } from "../../../snapshot/pages/frame-pages.ts";

/** Suburbs are in the panel of a day from 20 active addresses. */
const PANEL = `
FROM serve.drop_index_suburb_days
JOIN open.places USING (position, state_place)
WHERE active >= 20`;

const COUNTERS =
  "SELECT day, withdrawn_then_relisted, delisted_count FROM serve.drop_index_counters ORDER BY day";

const RATES = `
SELECT day AS rate_day, place AS rate_place, active, dropped
${PANEL}
ORDER BY day, dropped / active, suburb_number`;

const MEDIANS = `
SELECT day AS median_day, place AS median_place, median_drop_pct AS median
${PANEL} AND median_drop_pct IS NOT NULL
ORDER BY day, median_drop_pct, suburb_number`;

const FIRSTS = `
SELECT first_seen_on AS first_day, place AS first_place
FROM serve.drop_index_suburbs
JOIN open.places USING (position, state_place)
ORDER BY first_seen_on, suburb_number`;

/**
 * The daily drop index as columns: the days with what is counted for the country alone; the suburbs of each day's panel,
 * by their share of cut addresses, ascending; those with a median cut, by that; and when each suburb first had a listing.
 */
export const SET_INDEX = framePages({
  name: "set_index",
  queries: { counters: COUNTERS, rates: RATES, medians: MEDIANS, firsts: FIRSTS },
  columns: async function* (results) {
    yield* numberColumns(results, "counters", ["day", "withdrawn_then_relisted", "delisted_count"]);
    yield* numberColumns(results, "rates", ["rate_day", "rate_place", "active", "dropped"]);
    yield* numberColumns(results, "medians", ["median_day", "median_place", "median"]);
    yield* numberColumns(results, "firsts", ["first_day", "first_place"]);
  },
});
