import { STATES } from "../../../dataset/states.ts";
import { framePages } from "../../../snapshot/pages/frame-pages.ts";

const PLACES = `
SELECT CASE WHEN position >= 0 THEN position END AS position, state_place AS state
FROM open.places
ORDER BY place`;

/** Regions that ever had a listing, by state. */
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
 * Places where listings are counted, one row each: `position` in national order (null if no suburb is
 * linked), and `state`. Other set columns refer to places by row. Also the regions of each place.
 */
export const SET_PLACES = framePages({
  name: "set_places",
  queries: { places: PLACES, listed: LISTED, tracked: TRACKED },
});

/** Every measure, dwelling type, period and frequency with a figure, in answer order. */
const POINTS = `
SELECT measure, dwelling_type, frequency, period
FROM serve.suburb_price_points
GROUP BY ALL
ORDER BY measure, dwelling_type, period, frequency`;

const FIGURES = `
SELECT
  CAST(dense_rank() OVER (ORDER BY measure, dwelling_type, period, frequency) - 1 AS INTEGER) AS point,
  position, value, CAST(is_preliminary AS INTEGER) AS is_preliminary
FROM serve.suburb_price_points
ORDER BY point, value, position`;

/** Published figures of suburbs as columns, grouped by point, ascending. */
export const SET_PRICES = framePages({
  name: "set_prices",
  queries: { points: POINTS, figures: FIGURES },
});

/** The panel of a day: suburbs with at least 20 active addresses. */
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
 * The daily drop index as columns: days with counts of the country only; each day's panel by share of cut
 * addresses, and by median cut where it has one; the day of each suburb's first listing. All ascending.
 */
export const SET_INDEX = framePages({
  name: "set_index",
  queries: { counters: COUNTERS, rates: RATES, medians: MEDIANS, firsts: FIRSTS },
});

const LISTINGS = `
SELECT
  agency, address_id AS address, region_id AS region, place, CAST(is_for_sale AS INTEGER) AS is_for_sale, price, name,
  CAST(row_number() OVER (PARTITION BY agency ORDER BY last_seen_at DESC, listing_id) AS INTEGER) AS recency
FROM serve.live_listings
JOIN open.agencies USING (source, agency_id, state_code)
JOIN open.places USING (position, state_place)
LEFT JOIN open.agency_names USING (agency_name)
ORDER BY agency, address, recency`;

const CUTS = `
SELECT
  agency AS cut_agency, address_id AS cut_address, place AS cut_place, entry_window AS cut_window, drop_pct AS cut_pct,
  drop_abs AS cut_abs
FROM serve.live_price_cuts
JOIN open.agencies USING (source, agency_id, state_code)
JOIN open.places USING (position, state_place)
ORDER BY cut_agency, cut_address, cut_abs, event_id`;

/**
 * Agencies as columns. Live listings with an agency, grouped by agency and address, most recently seen first;
 * `recency` counts from the agency's newest, `name` is an index in `names`. Cuts of 365 days, grouped alike,
 * the smallest amount of an address first. `source`, `agency_id` and `state_code` identify an agency by its
 * number.
 */
export const SET_AGENCIES = framePages({
  name: "set_agencies",
  queries: {
    listings: LISTINGS,
    cuts: CUTS,
    agencies: "SELECT source, agency_id, state_code FROM open.agencies ORDER BY agency",
    names: "SELECT agency_name AS names FROM open.agency_names ORDER BY name",
  },
});
