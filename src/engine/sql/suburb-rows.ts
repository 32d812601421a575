import { statement } from "./statement.ts";

/** Text columns of a suburb; null is unknown. */
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

/** Number columns of a suburb; null is unknown, `latest_period` a day number. */
export const SUBURB_NUMBERS = [
  "latest_median_price",
  "latest_period",
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

/** Counts and distances of amenities; null is not measured. */
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

/** The place of a suburb in its state's list, from 1. */
export const NAME_PLACE = "name_place";

type SuburbColumnName =
  | (typeof SUBURB_TEXTS)[number]
  | (typeof SUBURB_NUMBERS)[number]
  | (typeof AMENITY_NUMBERS)[number]
  | typeof NAME_PLACE;

/** Every suburb, sal_code ascending. */
export const ALL_SUBURBS = statement<Record<SuburbColumnName, string | number | null>>(
  "all suburbs",
  {},
  `
SELECT ${[...SUBURB_TEXTS, ...SUBURB_NUMBERS, ...AMENITY_NUMBERS, NAME_PLACE].join(", ")}
FROM suburbs
`,
);
