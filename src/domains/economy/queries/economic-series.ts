import { statement } from "../../../engine/sql/statement.ts";

/** A catalogue row; the n-th row has series number n. */
export interface SeriesRow {
  readonly series_key: string;
  readonly topic: string;
  readonly metric: string;
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

/** The whole catalogue in key order. */
export const SERIES_CATALOGUE = statement<SeriesRow>(
  "series-catalogue",
  {},
  `
SELECT
  series_key,
  topic,
  metric,
  product,
  region_type,
  region_code,
  region_name,
  unit,
  frequency,
  adjustment,
  source_key,
  source_licence,
  latest_period
FROM economic_series
`,
);

export interface ObservationRow {
  readonly series_number: number;
  /** Days since 1970-01-01. */
  readonly day_number: number;
  readonly month_number: number;
  readonly value: number;
}

/** Every observation, by series number, then period. Integers rather than dates: they are read by the hundred thousand. */
export const SERIES_OBSERVATIONS = statement<ObservationRow>(
  "series-observations",
  {},
  `
SELECT
  series_number,
  (period - DATE '1970-01-01')::INTEGER AS day_number,
  (year(period) * 12 + month(period) - 1)::INTEGER AS month_number,
  value
FROM economic_observations
`,
);
