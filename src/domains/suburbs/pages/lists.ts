import {
  HousingRegionSchema,
  ListHousingRegionsResponseSchema,
  ListStateSuburbsResponseSchema,
  SuburbAmenitiesSchema,
  SuburbSummarySchema,
} from "../../../gen/shorts/v1alpha1/housing_pb.ts";
import { listPages } from "../../../snapshot/pages/list-pages.ts";
import { messageStruct } from "../../../snapshot/pages/row-message.ts";
import { isPublic } from "../../../snapshot/tables/public-licence-sql.ts";

/** Lists have no socio-economic indexes. */
const WITHOUT_IN_SUMMARIES = ["seifa"];

/** Summary fields that are null if the licence of the price is not public. */
const PRICE_FIELDS = [
  "latest_median_price",
  "latest_period",
  "latest_is_preliminary",
  "latest_sale_count",
  "yoy_pct",
];

/** SQL: a field of SuburbSummary from the columns of `serve.suburbs`. */
function fieldSql(name: string): string {
  if (name === "amenities") return `${messageStruct(SuburbAmenitiesSchema)} AS amenities`;
  const value = name === "latest_period" ? "epoch_ms(latest_period::TIMESTAMP)" : name;
  if (!PRICE_FIELDS.includes(name)) return value;
  return `CASE WHEN ${isPublic("price_licence")} THEN ${value} END AS ${name}`;
}

/** SQL: suburbs as lists show them, one column per field of SuburbSummary, after the caller's `keyColumn`. */
export function suburbSummaries(keyColumn: string, orderBy: string): string {
  const fields = SuburbSummarySchema.fields
    .map(({ name }) => name)
    .filter((name) => !WITHOUT_IN_SUMMARIES.includes(name));
  return `
SELECT
  ${[keyColumn, ...fields.map(fieldSql)].join(",\n  ")}
FROM serve.suburbs
ORDER BY ${orderBy}`;
}

/** A summary row, by field name; null is unknown. */
export interface SummaryRow {
  readonly sal_code: string;
  readonly sal_name: string;
  readonly state_code: string;
  readonly region_code: string | null;
  readonly latest_median_price: number | null;
  readonly federal_division: string | null;
  readonly state_district: string | null;
  readonly dominant_nbn_tech: string | null;
  readonly amenities: Readonly<Record<string, number | null>>;
}

/** Suburbs by state, sorted by name. */
export const STATE_SUBURB_PAGES = listPages({
  name: "state_suburbs",
  response: ListStateSuburbsResponseSchema,
  element: SuburbSummarySchema,
  sql: suburbSummaries("state_code AS list_key", "state_code, name_place"),
  facets: ["sal_name"],
  without: WITHOUT_IN_SUMMARIES,
});

/** Public regions by region_name, then region_code. */
export const REGION_ROWS = `
SELECT
  'all' AS list_key, region_code, region_name, region_type, state_code, postcode, latest_value,
  epoch_ms(latest_period::TIMESTAMP) AS latest_period, latest_is_preliminary, latest_sale_count
FROM serve.housing_regions
WHERE ${isPublic("source_licence")}
ORDER BY housing_regions.region_name, housing_regions.region_code`;

export const HOUSING_REGION_PAGES = listPages({
  name: "housing_regions",
  response: ListHousingRegionsResponseSchema,
  element: HousingRegionSchema,
  sql: REGION_ROWS,
  facets: ["region_name", "region_type", "state_code"],
});
