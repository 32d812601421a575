import { sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { partyIndex } from "../metrics/categories.ts";

/** Category index of every party abbreviation that the dataset uses. */
const SQL = `
CREATE TABLE work.party_index AS
SELECT abbreviation, ${partyIndex("abbreviation")} AS party
FROM (
  SELECT federal_party_ab AS abbreviation FROM suburb_demographics
  UNION
  SELECT state_party_ab FROM suburb_demographics
)
WHERE abbreviation IS NOT NULL
`;

export const PARTY_INDEX = sqlAggregate("party index", [], SQL);
