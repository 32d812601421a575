import { isPublic } from "../../../engine/sql/public-licence.ts";

/** The latest value of a region, measure and dwelling type; `period` is a day number, null unknown. */
export interface HeadlineRow {
  readonly region_code: string;
  readonly region_name: string;
  readonly region_type: string;
  readonly state_code: string | null;
  readonly measure: string;
  readonly dwelling_type: string;
  readonly value: number;
  readonly unit: string | null;
  readonly period: number;
  readonly is_preliminary: boolean;
  readonly qoq_pct: number | null;
  readonly yoy_pct: number | null;
  readonly frequency: string;
  readonly source: string;
  readonly source_licence: string | null;
}

/** Every headline that may be shown, in answer order. */
export const ALL_HEADLINES = `
SELECT
  region_code, region_name, region_type, state_code, measure, dwelling_type, value, unit, period, is_preliminary,
  qoq_pct, yoy_pct, frequency, source, source_licence
FROM housing_headline
WHERE ${isPublic("source_licence")}
ORDER BY region_type, measure, value DESC, region_code, dwelling_type`;
