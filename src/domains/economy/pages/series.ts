import { columnElements, jsonElement, pageSet } from "../../../snapshot/pages/page-set.ts";

/** A catalogue row; the n-th row has series number n. */
export interface SeriesRow {
  readonly series_key: string;
  readonly topic: string;
  readonly metric: string;
  /** "" when not applicable. */
  readonly product: string;
  readonly region_type: string;
  readonly region_code: string;
  readonly region_name: string;
  readonly unit: string;
  readonly frequency: string;
  readonly adjustment: string;
  readonly source_key: string;
  readonly source_licence: string;
  /** Day number; null without observations. */
  readonly latest_period: number | null;
}

/** Elements of the one page: the catalogue in JSON, then columns of the observations, little-endian. */
export const SERIES_ELEMENTS = { catalogue: 0, seriesNumbers: 1, dayNumbers: 2, monthNumbers: 3, values: 4 };

const CATALOGUE = `
SELECT
  series_key, topic, metric, product, region_type, region_code, region_name, unit, frequency, adjustment, source_key,
  source_licence, latest_period
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

/** The whole catalogue in key order with every observation, as it is read into memory. */
export const SERIES_PAGES = pageSet({
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
