import { STATES } from "../../../dataset/states.ts";
import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

const STATE_PLACES = STATES.map(({ code }, place) => `('${code}', ${place})`).join(", ");

/**
 * Numbers by which a set of suburbs is described: `open.suburbs`, the position of each suburb in the national order, and
 * `open.states`, the place of each state.
 */
const SQL = `
CREATE TABLE open.suburbs AS
SELECT sal_code, CAST(row_number() OVER (ORDER BY sal_code) - 1 AS INTEGER) AS position
FROM suburb_demographics;

CREATE TABLE open.states AS
FROM (VALUES ${STATE_PLACES}) AS states (state_code, state_place);
`;

export const OPEN_PLACES = sqlAggregate("places of sets", [], SQL);

/** SQL for the place of a joined state; that of any other text is the one after the last state. */
export const STATE_PLACE = `CAST(coalesce(state_place, ${STATES.length}) AS INTEGER) AS state_place`;
/** SQL for the position of a joined suburb; -1 for a region without one. */
export const POSITION = "coalesce(position, -1) AS position";
