import type { Metric } from "../../../dataset/metric.ts";
import { AMENITIES, categorical, HAS_RESIDENTS, numeric } from "./declare.ts";

/** Below this, rates are mostly chance. */
export const MIN_RATE_RESIDENTS = 2000;

const crime = (kind: string, label: string): Metric =>
  numeric(`crime_${kind}`, "percentile", label, {
    table: "suburb_crime_stats",
    column: "rate_per_100k",
    rows: kind,
    sql: kind,
    leastResidents: MIN_RATE_RESIDENTS,
    derivation:
      "population-weighted percentile within the state, two-year pooled, latest year; null under 2,000 residents, " +
      "with an unreliable survey anchor or a non-commercial licence",
  });

/** Kinds of recorded offences with a metric, and its label. */
export const RECORDED_OFFENCES = [
  ["break_ins", "Recorded break-ins"],
  ["violent", "Recorded violent offences"],
  ["motor_vehicle", "Recorded thefts of motor vehicles"],
  ["property_damage", "Recorded property damage"],
  ["theft", "Recorded other thefts"],
  ["drugs", "Recorded drug offences"],
] as const;

export const OFFENCE_METRICS: readonly Metric[] = RECORDED_OFFENCES.map(([offence, label]) =>
  numeric(`recorded_${offence}`, "per 100,000 residents", label, {
    table: "suburb_offences",
    column: "offences",
    rows: offence,
    sql: `recorded_${offence}`,
    leastResidents: MIN_RATE_RESIDENTS,
    derivation:
      "offences that police recorded in the latest year, by usual residents; null under 2,000 residents or with a " +
      "non-commercial licence; states count by rules of their own: compare within one",
  }),
);

/** An amenity column, unchanged. */
const amenity = (key: string, unit: string, label: string, column: string): Metric =>
  numeric(key, unit, label, { table: AMENITIES, column, derivation: `stored ${column}` });

const GROCERIES = [
  "Aldi present",
  "Coles + Woolworths",
  "IGA / independent",
  "Single major",
  "No supermarket",
];

const GROCERY = `CASE
    WHEN NOT (${HAS_RESIDENTS}) OR amenities.sal_code IS NULL THEN NULL
    WHEN supermarkets_total IS NULL THEN NULL
    WHEN supermarkets_total = 0 THEN ${GROCERIES.indexOf("No supermarket")}
    WHEN aldi_count > 0 THEN ${GROCERIES.indexOf("Aldi present")}
    WHEN coles_count > 0 AND woolworths_count > 0 THEN ${GROCERIES.indexOf("Coles + Woolworths")}
    WHEN iga_count > 0 THEN ${GROCERIES.indexOf("IGA / independent")}
    ELSE ${GROCERIES.indexOf("Single major")} END`;

const SCHOOL_COUNTS = ["schools_gov", "schools_catholic", "schools_independent"].map(
  (column) => `coalesce(${column}, 0)`,
);

/** Label order decides ties. Null where only government schools are known, as in a government's own list. */
const SCHOOL_SECTOR = `CASE WHEN greatest(${SCHOOL_COUNTS.join(", ")}) > 0
    AND coalesce(schools_catholic, schools_independent) IS NOT NULL
    THEN list_position([${SCHOOL_COUNTS.join(", ")}], greatest(${SCHOOL_COUNTS.join(", ")})) - 1 END`;

export const PLACE_METRICS: readonly Metric[] = [
  crime("break_ins", "Break-ins, state percentile"),
  crime("violent", "Violent crime, state percentile"),
  crime("motor_vehicle", "Motor vehicle theft, state percentile"),
  amenity("amenity_density", "score 0..100", "Amenity density", "amenity_density_score"),
  amenity("supermarkets", "count", "Supermarkets", "supermarkets_total"),
  amenity("pubs", "count", "Pubs and bars", "pubs_bars"),
  categorical("grocery", "Grocery choice", GROCERIES, {
    table: AMENITIES,
    column: "supermarkets_total",
    sql: GROCERY,
    derivation:
      "first match of: no supermarket, any Aldi, both majors, any IGA, else a single major; " +
      "null without residents, amenity row or count of supermarkets",
  }),
  amenity("healthcare", "count", "General practices", "gp_count"),
  categorical("school_sector", "Largest school sector", ["Government", "Catholic", "Independent"], {
    table: AMENITIES,
    column: "schools_catholic",
    sql: SCHOOL_SECTOR,
    derivation:
      "largest school count, ties in label order; null without schools and where only government schools are known",
  }),
  amenity("nearest_train", "km", "Nearest train station", "nearest_train_km"),
  amenity("distance_to_coast", "km", "Distance to the coast", "dist_to_coast_km"),
  categorical("nbn", "Dominant broadband technology", ["Fixed Line", "Fixed Wireless", "Satellite"], {
    table: "suburb_connectivity",
    column: "dominant_nbn_tech",
    sql: "tier",
    derivation:
      "technology family; null when implausible (satellite above 1,000 residents, fixed wireless above 5,000)",
  }),
];
