import { STATES } from "../../../dataset/states.ts";
import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

const STATE_PLACES = STATES.map(({ code }, place) => `('${code}', ${place})`).join(", ");

/**
 * Numbers by which a set of suburbs is described: `open.suburbs`, the position of each suburb in the national order, and
 * `open.states`, the place of each state.
 */
const PLACES = `
CREATE TABLE open.suburbs AS
SELECT sal_code, CAST(row_number() OVER (ORDER BY sal_code) - 1 AS INTEGER) AS position
FROM suburb_demographics;

CREATE TABLE open.states AS
FROM (VALUES ${STATE_PLACES}) AS states (state_code, state_place);
`;

export const OPEN_PLACES = sqlAggregate("places of sets", [], PLACES);

/** SQL for the place of a joined state; that of any other text is the one after the last state. */
export const STATE_PLACE = `CAST(coalesce(state_place, ${STATES.length}) AS INTEGER) AS state_place`;
/** SQL for the position of a joined suburb; -1 for a region without one. */
export const POSITION = "coalesce(position, -1) AS position";

/**
 * Numbers that stand for texts and pairs in the columns of sets: `open.places`, every suburb and state in which listings
 * are counted together, `open.agencies`, every portal, agency and state with a live listing, in the order in which equal
 * agencies stand, and `open.agency_names`.
 */
const NUMBERS = `
CREATE TABLE open.places AS
SELECT position, state_place, CAST(row_number() OVER (ORDER BY position, state_place) - 1 AS INTEGER) AS place
FROM (
  SELECT position, state_place FROM serve.listed_regions
  UNION
  SELECT position, state_place FROM serve.drop_index_suburbs
);

CREATE TABLE open.agencies AS
SELECT
  source, agency_id, state_code,
  CAST(row_number() OVER (ORDER BY source, agency_id, state_code) - 1 AS INTEGER) AS agency
FROM (SELECT DISTINCT source, agency_id, state_code FROM serve.live_listings WHERE agency_id IS NOT NULL);

CREATE TABLE open.agency_names AS
SELECT agency_name, CAST(row_number() OVER (ORDER BY agency_name) - 1 AS INTEGER) AS name
FROM (SELECT DISTINCT agency_name FROM serve.live_listings WHERE agency_name IS NOT NULL);
`;

export const SET_NUMBERS = sqlAggregate("numbers of sets", [], NUMBERS);
