import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { POSITION, STATE_PLACE } from "./open-places.ts";

/**
 * The daily drop index suburb by suburb: `drop_index_suburbs`, when each first had a listing, `drop_index_suburb_days`, its
 * active and cut addresses and the median of their cuts (not withheld: the floor of 3 applies to a whole set), and
 * `drop_index_counters`, what is counted for the country alone.
 */
const SQL = `
CREATE TABLE serve.drop_index_suburbs AS
SELECT suburb_id AS suburb_number, ${POSITION}, ${STATE_PLACE}, first_seen_on
FROM step.index_suburbs
LEFT JOIN open.suburbs USING (sal_code)
LEFT JOIN open.states USING (state_code);

CREATE TABLE serve.drop_index_suburb_days AS
SELECT days.suburb_id AS suburb_number, position, state_place, day, active, dropped, median_drop_pct
FROM step.suburb_index_days AS days
JOIN serve.drop_index_suburbs AS suburb ON suburb.suburb_number = days.suburb_id;

CREATE TABLE serve.drop_index_counters AS
SELECT day, withdrawn_then_relisted, delisted_count
FROM step.index_counters
WHERE EXISTS (FROM step.index_suburbs);
`;

export const OPEN_DROP_INDEX = sqlAggregate(
  "drop index of sets",
  [
    { name: "drop_index_suburbs", orderBy: "suburb_number" },
    { name: "drop_index_suburb_days", orderBy: "suburb_number, day" },
    { name: "drop_index_counters", orderBy: "day" },
  ],
  SQL,
);
