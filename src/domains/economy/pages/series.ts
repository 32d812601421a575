import { columnElements, jsonElement, pageSet } from "../../../snapshot/pages/page-set.ts";

const TEXTS = [
  ...(["series_key", "topic", "metric", "product", "region_type", "region_code", "region_name"] as const),
  ...(["unit", "frequency", "adjustment", "source_key", "source_licence"] as const),
] as const;

/** A catalogue row; the n-th row has series number n. A product that is not applicable is "". */
export type SeriesRow = Readonly<Record<(typeof TEXTS)[number], string>> & {
  /** Day number; null without observations. */
  readonly latest_period: number | null;
};

/** Elements of the one page: the catalogue in JSON, then columns of the observations, little-endian. */
export const SERIES_ELEMENTS = { catalogue: 0, seriesNumbers: 1, dayNumbers: 2, monthNumbers: 3, values: 4 };

const CATALOGUE = `
SELECT ${TEXTS.join(", ")}, latest_period
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
