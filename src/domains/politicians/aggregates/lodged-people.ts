import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** SQL for a name as lodged without titles before it and the letters behind it, in capitals and single spaces. */
function plainPersonName(name: string): string {
  const words = `trim(regexp_replace(upper(${name}), '[^A-Z0-9]+', ' ', 'g'))`;
  const untitled = `regexp_replace(${words}, '^((THE|HON|HONOURABLE|SENATOR|DR|MR|MRS|MS|MISS|PROF|PROFESSOR|SIR|DAME) )+', '')`;
  return `regexp_replace(${untitled}, ' (MP|SENATOR|AO|AC|AM|OAM)$', '')`;
}

/**
 * `derived.lodged_person(name, politician_id)`: the member that a name on a return means. The name shown, or the first
 * given name with the surname, must be equal letter for letter, and no two members may have it.
 */
export const LODGED_PEOPLE: Aggregate = sqlAggregate(
  "lodged people",
  [],
  `
CREATE OR REPLACE TABLE derived.lodged_person AS
WITH member_name AS (
  SELECT ${plainPersonName("display_name")} AS norm, politician_id FROM serve.register_people
  UNION
  SELECT ${plainPersonName("split_part(given_names, ' ', 1) || ' ' || surname")}, politician_id FROM serve.register_people
),
known AS (
  SELECT norm, any_value(politician_id) AS politician_id FROM member_name GROUP BY norm HAVING count(*) = 1
),
lodged AS (
  SELECT member_name AS name FROM aec_mp_returns UNION SELECT candidate_name FROM aec_candidate_returns
)
SELECT name, politician_id
FROM (SELECT name, ${plainPersonName("name")} AS norm FROM lodged)
JOIN known USING (norm);
`,
);

/** SQL for the member whom a return names: the one that the dataset gives, else the one that has the name. */
export function namedMember(nameColumn: string): string {
  return `
  LEFT JOIN derived.person AS given ON given.id = lodged.politician_id
  LEFT JOIN derived.lodged_person AS named ON lodged.politician_id IS NULL AND named.name = lodged.${nameColumn}
  JOIN serve.register_people AS people ON people.politician_id = coalesce(given.politician_id, named.politician_id)`;
}
