/** Dataset columns of the metrics that are not called the same; see each metric's table. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  price: "value",
  age: "median_age",
  income: "median_weekly_hhd_income",
  born_overseas: "pct_born_overseas",
  religion: "top_religion",
  language: "top_language",
  federal_party: "federal_party_ab",
  federal_lean: "federal_tpp_alp",
  state_party: "state_party_ab",
  politician_property: "declared_property_count",
  crime_break_ins: "rate_per_100k",
  crime_violent: "rate_per_100k",
  crime_motor_vehicle: "rate_per_100k",
  amenity_density: "amenity_density_score",
  supermarkets: "supermarkets_total",
  pubs: "pubs_bars",
  grocery: "supermarkets_total",
  healthcare: "gp_count",
  school_sector: "schools_gov",
  nearest_train: "nearest_train_km",
  distance_to_coast: "dist_to_coast_km",
  nbn: "dominant_nbn_tech",
};

/** The column of the metric's dataset table that its value comes from, the first where there are several. */
export function metricColumn(key: string): string {
  return COLUMN_OF[key] ?? key;
}
