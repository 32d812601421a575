import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";

/** SQL for a name as lodged without titles before it and the letters behind it, in capitals and single spaces. */
function plainPersonName(name: string): string {
  const words = `trim(regexp_replace(upper(${name}), '[^A-Z0-9]+', ' ', 'g'))`;
  const untitled = `regexp_replace(${words}, '^((THE|HON|HONOURABLE|SENATOR|DR|MR|MRS|MS|MISS|PROF|PROFESSOR|SIR|DAME) )+', '')`;
  return `regexp_replace(${untitled}, ' (MP|SENATOR|AO|AC|AM|OAM)$', '')`;
}

/** Given names and what their bearers are called: members lodge under the one and sit under the other. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  ...{ ANTHONY: "TONY", ANTONIO: "TONY", ANTONY: "TONY", BENJAMIN: "BEN", CHRISTOPHER: "CHRIS" },
  ...{ DANIEL: "DAN", GREGORY: "GREG", JOSEPH: "JOE", JOSHUA: "JOSH", KENNETH: "KEN", MATTHEW: "MATT" },
  ...{ MICHAEL: "MIKE", PATRICK: "PAT", ROBERT: "BOB", SAMUEL: "SAM", STEVEN: "STEVE", THOMAS: "TOM" },
  ...{ TIMOTHY: "TIM", WILLIAM: "BILL" },
};

/** SQL for a name in capitals whose first word is as short as its bearers use it. */
function shortened(norm: string): string {
  const first = `split_part(${norm}, ' ', 1)`;
  const forms = Object.entries(SHORT_NAMES).map(([long, short]) => `WHEN '${long}' THEN '${short}'`);
  return `CASE ${first} ${forms.join(" ")} ELSE ${first} END || substr(${norm}, length(${first}) + 1)`;
}

/**
 * `derived.lodged_person(name, politician_id)`: the member that a name on a return means. The name shown, or the first
 * given name with the surname, must be equal letter for letter, and no two members may have it. Of a return that only
 * members lodge, the usual short form of the given name will do where that is one member's alone.
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
called AS (
  SELECT norm, any_value(politician_id) AS politician_id
  FROM (SELECT DISTINCT ${shortened("norm")} AS norm, politician_id FROM member_name)
  GROUP BY norm HAVING count(*) = 1
),
lodged AS (
  SELECT name, ${plainPersonName("name")} AS norm, bool_or(is_member) AS is_member
  FROM (
    SELECT member_name AS name, true AS is_member FROM aec_mp_returns
    UNION ALL SELECT candidate_name, false FROM aec_candidate_returns
  )
  GROUP BY name
),
-- A condition on the left side alone would have every pair compared.
shortened AS (SELECT *, CASE WHEN is_member THEN ${shortened("norm")} END AS called_norm FROM lodged)
SELECT name, coalesce(known.politician_id, called.politician_id) AS politician_id
FROM shortened
LEFT JOIN known USING (norm)
LEFT JOIN called ON called.norm = called_norm
WHERE coalesce(known.politician_id, called.politician_id) IS NOT NULL;
`,
);

/** SQL for the member whom a return names: the one that the dataset gives, else the one that has the name. */
export function namedMember(nameColumn: string): string {
  return `
  LEFT JOIN derived.person AS given ON given.id = lodged.politician_id
  LEFT JOIN derived.lodged_person AS named ON lodged.politician_id IS NULL AND named.name = lodged.${nameColumn}
  JOIN serve.register_people AS people ON people.politician_id = coalesce(given.politician_id, named.politician_id)`;
}
