import type { Searchable } from "../domain.ts";

export const SEARCHABLES: readonly Searchable[] = [
  {
    kind: "suburb",
    sql: `
SELECT
  sal_code AS id, sal_name AS title, concat_ws(' ', state_code, postcode) AS detail, postcode AS names,
  state_code AS words, population AS weight
FROM serve.suburbs`,
  },
];
