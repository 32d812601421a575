import { sqlAggregate } from "../../../snapshot/build/aggregate.ts";
import { DOMINANT_ZONE_FAMILIES } from "../metrics/metric-categories.ts";
import { METRIC_KEYS, METRICS, metricPosition } from "../metrics/metric-registry.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const listOf = (texts: readonly string[]) => `[${texts.map(quoted).join(", ")}]`;
const labels = (key: string) => METRICS[metricPosition(key)].categories;
const indexOf = (key: string, label: string): number => labels(key).indexOf(label);

/** SQL: place of a text in the labels of a metric, or of its fallback label; null when the text is empty. */
const labelIndex = (key: string, text: string, fallback: string) =>
  `CASE WHEN nullif(trim(${text}), '') IS NOT NULL
    THEN coalesce(list_position(${listOf(labels(key))}, trim(${text})) - 1, ${indexOf(key, fallback)}) END`;

const RELIGION = labelIndex("religion", "top_religion", "Other");

/**
 * No label means English only where languages are known: of the suburb by a share, or of its state by any label, since
 * the census table of languages comes a state at a time. Elsewhere nothing is known.
 */
const LANGUAGE = `CASE
    WHEN population IS NULL OR population < 100 THEN NULL
    WHEN coalesce(top_language, '') = '' AND pct_top_language IS NULL AND suburb.state_code NOT IN (
      SELECT state_code FROM suburb_demographics WHERE coalesce(top_language, '') <> ''
    ) THEN NULL
    WHEN nullif(trim(top_language), '') IS NULL OR coalesce(pct_top_language, 0) < 5
      THEN ${indexOf("language", "English")}
    ELSE ${labelIndex("language", "top_language", "Other")} END`;

const HAS_RESIDENTS = "coalesce(population, 0) > 0";

/** A suburb that the register does not name has none declared; a dataset without a register knows nothing. */
const HAS_REGISTER = "(SELECT count(*) FROM register_suburb_property) > 0";

const GROCERY = `CASE
    WHEN NOT (${HAS_RESIDENTS}) OR amenities.sal_code IS NULL THEN NULL
    WHEN supermarkets_total IS NULL THEN NULL
    WHEN supermarkets_total = 0 THEN ${indexOf("grocery", "No supermarket")}
    WHEN aldi_count > 0 THEN ${indexOf("grocery", "Aldi present")}
    WHEN coles_count > 0 AND woolworths_count > 0 THEN ${indexOf("grocery", "Coles + Woolworths")}
    WHEN iga_count > 0 THEN ${indexOf("grocery", "IGA / independent")}
    ELSE ${indexOf("grocery", "Single major")} END`;

const SCHOOL_COUNTS = ["schools_gov", "schools_catholic", "schools_independent"].map(
  (c) => `coalesce(${c}, 0)`,
);

/** Positions follow the labels, so the first of equal counts wins. */
const SCHOOL_SECTOR = `CASE WHEN greatest(${SCHOOL_COUNTS.join(", ")}) > 0
    THEN list_position([${SCHOOL_COUNTS.join(", ")}], greatest(${SCHOOL_COUNTS.join(", ")})) - 1 END`;

const ZONE_FAMILY = `list_position(${listOf(DOMINANT_ZONE_FAMILIES.map((f) => f.family))}, dominant_zone_family) - 1`;

/** Metrics that are not simply the stored, already gated column of the same name. */
const DERIVATIONS: Readonly<Record<string, string>> = {
  price: "latest_median_price",
  age: "median_age",
  income: "median_weekly_hhd_income",
  born_overseas: "pct_born_overseas",
  religion: RELIGION,
  language: LANGUAGE,
  federal_party: "federal.party",
  federal_lean: "federal_tpp_alp",
  state_party: "state.party",
  politician_property: `CASE WHEN ${HAS_RESIDENTS} AND ${HAS_REGISTER} THEN coalesce(declared_property_count, 0) END`,
  crime_break_ins: "break_ins",
  crime_violent: "violent",
  crime_motor_vehicle: "motor_vehicle",
  population: "suburb.population",
  amenity_density: "amenity_density_score",
  supermarkets: "supermarkets_total",
  pubs: "pubs_bars",
  grocery: GROCERY,
  healthcare: "gp_count",
  school_sector: SCHOOL_SECTOR,
  nearest_train: "nearest_train_km",
  distance_to_coast: "dist_to_coast_km",
  nbn: "tier",
  dominant_zone_family: ZONE_FAMILY,
  lga_code: "CASE WHEN regexp_full_match(lga_code, '[0-9]{5}') THEN lga_code END",
};

/** The 69 metrics of the registry for every suburb, in registry order; null is no data, 0 a measured zero. */
const SQL = `
CREATE TABLE serve.suburb_metrics AS
SELECT
  suburb.sal_code,
  suburb.state_code,
  ${METRIC_KEYS.map((key) => `CAST(${DERIVATIONS[key] ?? key} AS FLOAT) AS ${key}`).join(",\n  ")}
FROM work.suburb_census AS suburb
LEFT JOIN work.suburb_price USING (sal_code)
LEFT JOIN suburb_amenities AS amenities USING (sal_code)
LEFT JOIN work.suburb_broadband USING (sal_code)
LEFT JOIN work.suburb_crime_rank USING (sal_code)
LEFT JOIN work.suburb_hazard USING (sal_code)
LEFT JOIN work.suburb_planning USING (sal_code)
LEFT JOIN work.suburb_council USING (sal_code)
LEFT JOIN register_suburb_property USING (sal_code)
LEFT JOIN work.party_index AS federal ON federal.abbreviation = suburb.federal_party_ab
LEFT JOIN work.party_index AS state ON state.abbreviation = suburb.state_party_ab
`;

export const SUBURB_METRICS = sqlAggregate(
  "suburb metrics",
  [{ name: "suburb_metrics", orderBy: "sal_code" }],
  SQL,
);
