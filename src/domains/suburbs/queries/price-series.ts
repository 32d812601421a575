import { isPublic } from "../../../engine/sql/public-licence.ts";
import { statement } from "../../../engine/sql/statement.ts";

/** A whole price series; the lists are equally long, oldest first, `periods` day numbers. */
export interface PriceSeriesRow {
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
}

/** One series: one row, or none. The hash finds the row group, the three keys make sure. */
export const PRICE_SERIES_BY_KEY = statement<PriceSeriesRow>(
  "price series by key",
  { region_code: "varchar", measure: "varchar", dwelling_type: "varchar" },
  `
SELECT region_name, unit, source, source_licence, periods, point_values, preliminary, sources, licences
FROM price_series
WHERE series_hash = md5_number_lower($region_code || '|' || $measure || '|' || $dwelling_type)
  AND region_code = $region_code AND measure = $measure AND dwelling_type = $dwelling_type
  AND ${isPublic("source_licence")}
`,
);
