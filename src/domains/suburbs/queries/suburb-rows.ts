import { isPublic } from "../../../engine/sql/public-licence.ts";
import { statement } from "../../../engine/sql/statement.ts";

/** Text columns of a suburb. */
export const SUBURB_TEXTS = [
  "sal_code",
  "sal_name",
  "state_code",
  "postcode",
  "region_code",
  "top_religion",
  "top_language",
  "federal_division",
  "federal_member",
  "federal_party",
  "federal_party_ab",
  "state_district",
  "state_member",
  "state_party",
  "state_party_ab",
  "dominant_nbn_tech",
] as const;

/** Number columns of a suburb. */
export const SUBURB_NUMBERS = [
  "latest_median_price",
  "latest_period",
  "latest_is_preliminary",
  "yoy_pct",
  "population",
  "median_age",
  "median_weekly_hhd_income",
  "pct_born_overseas",
  "pct_top_language",
  "federal_tpp_alp",
  "connectivity_quality_score",
  "crime_break_ins_rank",
  "crime_violent_rank",
  "crime_motor_vehicle_rank",
  "politician_property_count",
] as const;

/** Counts and distances of amenities. */
export const AMENITY_NUMBERS = [
  "schools_total",
  "supermarkets_total",
  "coles_count",
  "woolworths_count",
  "aldi_count",
  "iga_count",
  "pubs_bars",
  "parks_count",
  "libraries_count",
  "nearest_supermarket_km",
  "amenity_density_score",
  "hospitals_count",
  "gp_count",
  "pharmacy_count",
  "nearest_train_km",
  "nearest_hospital_km",
  "dist_to_coast_km",
  "schools_gov",
  "schools_catholic",
  "schools_independent",
  "schools_primary",
  "schools_secondary",
  "nearest_secondary_km",
] as const;

type SuburbTexts = Record<(typeof SUBURB_TEXTS)[number], string>;
type SuburbNumbers = Record<(typeof SUBURB_NUMBERS)[number] | (typeof AMENITY_NUMBERS)[number], number>;
type SuburbColumns = SuburbTexts & SuburbNumbers;

/** What a price says of a suburb, which the licence of the price may withhold. */
const PRICE_COLUMNS: readonly string[] = [
  "latest_median_price",
  "latest_period",
  "latest_is_preliminary",
  "yoy_pct",
];
const allowed = (name: string) =>
  PRICE_COLUMNS.includes(name) ? `CASE WHEN ${isPublic("price_licence")} THEN ${name} END` : name;

const text = (name: string) => `coalesce(${name}, '') AS ${name}`;
const number = (name: string) => `coalesce(CAST(${allowed(name)} AS DOUBLE), 'NaN') AS ${name}`;
const isDate = (name: string) => name === "latest_period";
const day = (name: string) =>
  `coalesce(CAST(${allowed(name)} - DATE '1970-01-01' AS DOUBLE), 'NaN') AS ${name}`;

/**
 * Every suburb, sal_code ascending; `latest_period` is a day number. An unknown text is "" and an unknown number NaN:
 * columns without nulls are read three times as fast, and these are many.
 */
export const ALL_SUBURBS = statement<SuburbColumns>(
  "all suburbs",
  {},
  `
SELECT
  ${SUBURB_TEXTS.map(text).join(", ")},
  ${[...SUBURB_NUMBERS, ...AMENITY_NUMBERS].map((name) => (isDate(name) ? day(name) : number(name))).join(",\n  ")}
FROM suburbs
`,
);
