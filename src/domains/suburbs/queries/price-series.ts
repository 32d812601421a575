import { isPublic } from "../../../engine/sql/public-licence.ts";

/** A whole price series; the lists are equally long, oldest first, `periods` day numbers. */
export interface PriceSeriesRow {
  readonly region_code: string;
  readonly measure: string;
  readonly dwelling_type: string;
  readonly region_name: string;
  readonly unit: string | null;
  readonly source: string;
  readonly source_licence: string | null;
  readonly periods: readonly number[];
  readonly point_values: readonly number[];
  readonly preliminary: readonly boolean[];
  /** Of each point where they differ; null where the whole series has one. */
  readonly sources: readonly string[] | null;
  readonly licences: readonly (string | null)[] | null;
  /** Sales behind each point; null where the series has none. */
  readonly sale_counts: readonly (number | null)[] | null;
}

/** Every series that may be shown. */
export const ALL_PRICE_SERIES = `
SELECT
  region_code, measure, dwelling_type, region_name, unit, source, source_licence, periods, point_values, preliminary,
  sources, licences, sale_counts
FROM serve.price_series
WHERE ${isPublic("source_licence")}
ORDER BY region_code, measure, dwelling_type`;

/** Key of the page of a series. */
export function priceSeriesPageKey(regionCode: string, measure: string, dwellingType: string): string {
  return `${regionCode}|${measure}|${dwellingType}`;
}
