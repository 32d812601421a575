import type { Searchable } from "../domain.ts";

export const SEARCHABLES: readonly Searchable[] = [
  {
    kind: "series",
    sql: `
SELECT
  series_key AS id,
  regexp_replace(concat_ws(' ', topic, metric, product, region_name), '_', ' ', 'g') AS title,
  concat_ws(', ', unit, frequency, adjustment) AS detail, series_key AS names, region_code AS words, NULL AS weight
FROM serve.economic_series`,
  },
];
