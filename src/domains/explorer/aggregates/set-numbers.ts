import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/**
 * Numbers that stand for texts and pairs in the columns of sets: `open.places`, every suburb and state in which listings
 * are counted together, `open.agencies`, every portal, agency and state with a live listing, in the order in which equal
 * agencies stand, and `open.agency_names`.
 */
const SQL = `
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

export const SET_NUMBERS = sqlAggregate("numbers of sets", [], SQL);
