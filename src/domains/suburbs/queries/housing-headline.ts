import { isPublic } from "../../../engine/sql/public-licence.ts";
import { statement } from "../../../engine/sql/statement.ts";

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

const COLUMNS = `
  region_code, region_name, region_type, state_code, measure, dwelling_type, value, unit, period, is_preliminary,
  qoq_pct, yoy_pct, frequency, source, source_licence`;

/** Every region but suburbs, in answer order. */
export const HEADLINE_OF_KEY_REGIONS = statement<HeadlineRow>(
  "headline of key regions",
  {},
  `SELECT ${COLUMNS}
FROM housing_headline
WHERE region_type <> 'suburb' AND ${isPublic("source_licence")}`,
);

/** The regions of one type, in answer order. */
export const HEADLINE_OF_TYPE = statement<HeadlineRow>(
  "headline of one region type",
  { region_type: "varchar" },
  `SELECT ${COLUMNS}
FROM housing_headline
WHERE region_type = $region_type AND ${isPublic("source_licence")}`,
);
