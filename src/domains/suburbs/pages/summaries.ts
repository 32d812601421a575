import { isPublic } from "../../../engine/sql/public-licence.ts";
import { SuburbAmenitiesSchema, SuburbSummarySchema } from "../../../gen/shorts/v1alpha1/housing_pb.ts";

/** Lists show no socio-economic indexes. */
export const WITHOUT_IN_SUMMARIES = ["seifa"];

/** What a price says of a suburb, which the licence of the price may withhold. */
const PRICE_FIELDS = [
  "latest_median_price",
  "latest_period",
  "latest_is_preliminary",
  "latest_sale_count",
  "yoy_pct",
];

const AMENITIES = SuburbAmenitiesSchema.fields.map(({ name }) => `'${name}': ${name}`);

/** SQL for a field of a summary from the columns of the table of suburbs. */
function fieldSql(name: string): string {
  if (name === "amenities") return `{${AMENITIES.join(", ")}} AS amenities`;
  const value = name === "latest_period" ? "epoch_ms(latest_period::TIMESTAMP)" : name;
  if (!PRICE_FIELDS.includes(name)) return value;
  return `CASE WHEN ${isPublic("price_licence")} THEN ${value} END AS ${name}`;
}

/** SQL for every suburb as lists show it, one column a field of SuburbSummary, after a column of the caller's. */
export function suburbSummaries(keyColumn: string, orderBy: string): string {
  const fields = SuburbSummarySchema.fields
    .map(({ name }) => name)
    .filter((name) => !WITHOUT_IN_SUMMARIES.includes(name));
  return `
SELECT
  ${[keyColumn, ...fields.map(fieldSql)].join(",\n  ")}
FROM serve.suburbs
ORDER BY ${orderBy
    .split(", ")
    .map((column) => `suburbs.${column}`)
    .join(", ")}`;
}

/** A row of the summaries, by field name; null is unknown. */
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
