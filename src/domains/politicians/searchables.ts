import type { Searchable } from "../domain.ts";

export const SEARCHABLES: readonly Searchable[] = [
  {
    kind: "member",
    hiddenBy: "interestRegister",
    sql: `
SELECT
  slug AS id, display_name AS title, concat_ws(', ', party_ab, division, state_code) AS detail, NULL AS names,
  concat_ws(' ', surname, given_names, party, division, chamber) AS words, last_parliament AS weight
FROM serve.register_people`,
  },
];
