import { columnElements, pageSet } from "../../../snapshot/pages/page-set.ts";
import { keyedRows } from "../../../snapshot/pages/row-groups.ts";

/** Elements of a page, little-endian: day numbers of the periods and of the publications, and the figures. */
export const VINTAGE_ELEMENTS = { periods: 0, published: 1, values: 2 };

const DATED = `
SELECT series_number AS page_key, period, published_on, value
FROM (
  SELECT series_key, period, published_on, value FROM main.economic_observations WHERE published_on IS NOT NULL
  UNION ALL
  SELECT series_key, period, published_on, value FROM main.series_vintages
)
JOIN serve.economic_series USING (series_key)
WHERE isfinite(value)
ORDER BY series_number, period, published_on, value`;

/**
 * The figures of each series whose day of publication is known, by period and then publication, a document a series
 * number. A figure that a later publication repeats is there once; of two of one day the larger is left.
 */
export const VINTAGE_PAGES = pageSet({
  name: "series_vintages",
  queries: { dated: DATED },
  documents: async function* (results) {
    for await (const [number, dated] of keyedRows(results.stretches<DatedRow>("dated"))) {
      const rows = changes(dated);
      const columns = [
        Int32Array.from(rows, ({ period }) => period),
        Int32Array.from(rows, ({ published_on }) => published_on),
        Float64Array.from(rows, ({ value }) => value),
      ];
      yield { key: String(number), elements: columnElements(columns) };
    }
  },
});

interface DatedRow {
  /** Day numbers. */
  readonly period: number;
  readonly published_on: number;
  readonly value: number;
}

function changes(rows: readonly DatedRow[]): DatedRow[] {
  const oneADay = rows.filter((row, i) => {
    const next = rows[i + 1];
    return next?.period !== row.period || next.published_on !== row.published_on;
  });
  return oneADay.filter((row, i) => {
    const before = oneADay[i - 1];
    return before?.period !== row.period || before.value !== row.value;
  });
}
