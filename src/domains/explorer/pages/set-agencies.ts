import { framePages, numberColumns, textColumns } from "../../../snapshot/pages/frame-pages.ts";

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
 * Agencies as columns. Live listings with an agency, those of one agency and address together and the most recently seen
 * first; `recency` counts from the agency's newest, and `name` is a place in `names`. The cuts of 365 days in the same
 * order, the smallest in AUD of an address first. `source`, `agency_id` and `state_code` tell which agency a number is.
 */
export const SET_AGENCIES = framePages({
  name: "set_agencies",
  queries: {
    listings: LISTINGS,
    cuts: CUTS,
    agencies: "FROM open.agencies ORDER BY agency",
    names: "SELECT agency_name AS names FROM open.agency_names ORDER BY name",
  },
  columns: async function* (results) {
    const listing = ["agency", "address", "region", "place", "is_for_sale", "price", "name", "recency"];
    yield* numberColumns(results, "listings", listing);
    const cut = ["cut_agency", "cut_address", "cut_place", "cut_window", "cut_pct", "cut_abs"];
    yield* numberColumns(results, "cuts", cut);
    yield* textColumns(results, "agencies", ["source", "agency_id", "state_code"]);
    yield* textColumns(results, "names", ["names"]);
  },
});
