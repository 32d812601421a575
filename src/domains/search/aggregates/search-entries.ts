import { type Aggregate, sqlAggregate } from "../../../snapshot/tables/aggregate.ts";
import { sqlText } from "../../../snapshot/tables/sql-text.ts";
import type { Searchable } from "../../domain.ts";

/** `search_entries`: all searchable entries by kind (in declared order) and weight; the id breaks ties. */
export function searchEntries(searchables: readonly Searchable[]): Aggregate {
  const entries = searchables.map(
    ({ kind, sql, hiddenBy = "" }, place) => `
SELECT
  ${place} AS place, ${sqlText(kind)} AS kind, ${sqlText(hiddenBy)} AS hidden_by, id, title, coalesce(detail, '') AS detail,
  coalesce(names, '') AS names, coalesce(words, '') AS words, weight::DOUBLE AS weight
FROM (${sql})
WHERE id IS NOT NULL AND title IS NOT NULL`,
  );
  return sqlAggregate(
    "search_entries",
    [{ name: "search_entries", orderBy: "number" }],
    `
CREATE TABLE serve.search_entries AS
SELECT
  (row_number() OVER (ORDER BY place, weight DESC NULLS LAST, id) - 1)::INTEGER AS number,
  kind, hidden_by, id, title, detail, names, words
FROM (${entries.join("\nUNION ALL")});`,
  );
}
