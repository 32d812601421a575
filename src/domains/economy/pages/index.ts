import { StateCompanyAggregateSchema, StateCompanySchema } from "../../../gen/shorts/v1alpha1/economy_pb.ts";
import {
  columnElements,
  jsonElement,
  jsonPage,
  jsonPages,
  type PageSet,
  pageSet,
  rowPages,
} from "../../../snapshot/pages/page-set.ts";
import { keyedRows } from "../../../snapshot/pages/row-groups.ts";

export interface StoredCorrelation {
  /** Series number. */
  readonly overlay: number;
  readonly r: number;
  readonly n: number;
  /** Day number of the first day of the newest aligned month. */
  readonly lastPeriod: number;
}

/** Each base's correlations over the default window, highest |r| first: a JSON document per series number. */
const CORRELATION_PAGES = jsonPages(
  "economic_correlations",
  `
SELECT
  base_number AS page_key, overlay_number AS overlay, r, n, last_period AS "lastPeriod"
FROM serve.economic_correlations
ORDER BY base_number, rank`,
);

/** A catalogue row: the fields of EconomicSeriesInfo, which are texts. Row n has series number n. */
export interface SeriesRow {
  readonly series_key: string;
  /** Day number; null without observations. */
  readonly latest_period: number | null;
}

/** Element indices of the only page: the catalogue as JSON, then little-endian columns of observations. */
export const SERIES_ELEMENTS = { catalogue: 0, seriesNumbers: 1, dayNumbers: 2, monthNumbers: 3, values: 4 };

const CATALOGUE = `
SELECT * EXCLUDE (series_number)
FROM serve.economic_series
ORDER BY series_number`;

const OBSERVATIONS = `
SELECT
  series_number,
  (period - DATE '1970-01-01')::INTEGER AS day_number,
  (year(period) * 12 + month(period) - 1)::INTEGER AS month_number,
  value
FROM serve.economic_observations
ORDER BY series_number, period`;

/** The catalogue in key order with all observations. Readers load the whole page into memory. */
const SERIES_PAGES = pageSet({
  name: "economic_series",
  queries: { catalogue: CATALOGUE, observations: OBSERVATIONS },
  documents: async function* (results) {
    const catalogue = await results.rows<SeriesRow>("catalogue");
    const names = ["series_number", "day_number", "month_number", "value"] as const;
    const { value, ...numbers } = await results.numbers("observations", names);
    const columns = [...Object.values(numbers).map((column) => Int32Array.from(column)), value];
    yield { key: "all", elements: [jsonElement(catalogue), ...columnElements(columns)] };
  },
});

export interface PublicationRow {
  /** Day numbers; null when the dataset has no trading dates. */
  readonly earliest_date: number | null;
  readonly latest_date: number | null;
  readonly total_dates: number;
}

const SQL = "SELECT earliest_date, latest_date, total_dates FROM serve.publication";

const PUBLICATION_PAGES = pageSet({
  name: "publication",
  queries: { sql: SQL },
  documents: async function* (results) {
    for await (const [row] of results.stretches<PublicationRow>("sql")) {
      yield jsonPage("all", row);
    }
  },
});

/** Element indices of a page, little-endian: day numbers of periods and of publications, then values. */
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
 * Values of each series with a known publication date, by period, then publication: a document per series
 * number. A value that the next publication repeats is stored once; of two on one day the larger is kept.
 */
const VINTAGE_PAGES = pageSet({
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

const dateText = (column: string, name: string) => `strftime(${column}, '%Y-%m-%d') AS ${name}`;

export const ECONOMY_PAGES: readonly PageSet[] = [
  SERIES_PAGES,
  VINTAGE_PAGES,
  CORRELATION_PAGES,
  PUBLICATION_PAGES,
  rowPages({
    name: "state_companies",
    element: StateCompanySchema,
    sql: `
SELECT state AS page_key, * EXCLUDE (state, rank, short_date), ${dateText("short_date", "short_percent_date")}
FROM serve.state_companies
ORDER BY state, rank`,
  }),
  rowPages({
    name: "state_company_aggregates",
    element: StateCompanyAggregateSchema,
    sql: `
SELECT
  'all' AS page_key, * EXCLUDE (rank, oldest_short_date, newest_short_date),
  ${dateText("oldest_short_date", "short_percent_from_date")},
  ${dateText("newest_short_date", "short_percent_to_date")}
FROM serve.state_company_aggregates
ORDER BY rank`,
  }),
];
