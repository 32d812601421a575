import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { POSITION, STATE_PLACE } from "./open-places.ts";

/** SQL for the places of a listing: of its suburb in the national order, and of the state that its advert names. */
const PLACED = `
JOIN step.crawled_regions AS region ON region.region_id = l.region_id
LEFT JOIN open.suburbs USING (sal_code)
LEFT JOIN open.states ON states.state_code = l.state_code`;

/**
 * What the figures of any set of suburbs are counted from, a row a listing or cut, with its place:
 * `live_listings` and `live_price_cuts` of live listings at an address, `sold_listings` of the past 12 months, and
 * `listed_regions`, which regions ever had a listing and when one was last seen.
 */
const SQL = `
CREATE TABLE serve.live_listings AS
SELECT
  ${POSITION}, ${STATE_PLACE}, l.state_code, l.region_id, l.address_id, l.source, l.listing_id, l.agency_id,
  l.agency_name, l.is_for_sale, l.price, l.last_seen_at
FROM step.listings AS l ${PLACED}
WHERE l.is_live AND l.address_id IS NOT NULL;

CREATE TABLE serve.live_price_cuts AS
SELECT
  ${POSITION}, ${STATE_PLACE}, l.state_code, l.address_id, l.source, l.agency_id, l.entry_window, l.drop_pct,
  l.drop_abs, l.id AS event_id
FROM step.price_cuts AS l ${PLACED}
WHERE l.is_live AND l.entry_window <= 365;

CREATE TABLE serve.sold_listings AS
SELECT
  ${POSITION}, ${STATE_PLACE}, l.state_code, l.region_id, l.address_id, l.source, l.listing_id, l.price,
  l.last_seen_at
FROM step.sold_listings AS l ${PLACED};

CREATE TABLE serve.listed_regions AS
SELECT
  ${POSITION}, ${STATE_PLACE}, l.region_id,
  bool_or(l.last_seen_at >= getvariable('as_of') - INTERVAL 14 DAY) AS is_swept
FROM step.listings AS l ${PLACED}
GROUP BY ALL;
`;

export const OPEN_LISTINGS = sqlAggregate(
  "listings of sets",
  [
    { name: "live_listings", orderBy: "position, state_place, source, listing_id" },
    { name: "live_price_cuts", orderBy: "position, state_place, event_id" },
    { name: "sold_listings", orderBy: "position, state_place, source, listing_id" },
    { name: "listed_regions", orderBy: "position, state_place, region_id" },
  ],
  SQL,
);
