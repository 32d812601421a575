import { DOMINANT_ZONE_FAMILIES, PARTY_LABELS } from "./metric-categories.ts";

/** One column of the closed metric registry. Order here is the order of columns in a snapshot. */
export interface Metric {
  readonly key: string;
  readonly kind: "numeric" | "categorical";
  readonly unit: string;
  readonly label: string;
  /** How the value follows from the dataset tables, gates included. */
  readonly derivation: string;
  /** Dataset table whose sources the metric cites. */
  readonly table: string;
  /** Categorical metrics: the value is the zero-based position in this list. */
  readonly categories: readonly string[];
}

function numeric(key: string, unit: string, label: string, table: string, derivation: string): Metric {
  return { key, kind: "numeric", unit, label, table, derivation, categories: [] };
}

function categorical(
  key: string,
  label: string,
  table: string,
  categories: readonly string[],
  derivation: string,
): Metric {
  return { key, kind: "categorical", unit: "", label, table, derivation, categories };
}

const DEMOGRAPHICS = "suburb_demographics";
const AMENITIES = "suburb_amenities";
const CRIME = "suburb_crime_stats";
const HAZARD = "suburb_hazard_exposure";
const PLANNING = "suburb_planning";

const census = (key: string, unit: string, label: string, derivation: string) =>
  numeric(
    key,
    unit,
    label,
    DEMOGRAPHICS,
    `${derivation}; null below 100 residents or with an empty denominator`,
  );

const SEIFA_INDEXES = [
  ["irsd", "relative disadvantage (IRSD)"],
  ["irsad", "relative advantage and disadvantage (IRSAD)"],
  ["ier", "economic resources (IER)"],
  ["ieo", "education and occupation (IEO)"],
] as const;

const DECILE_DERIVATION =
  "stored value: the publisher's decile where its file gives one, else the tenth of suburbs, in equal numbers and in order of score, that holds the suburb";

const seifa = (suffix: string, unit: string, what: string, derivation = "stored value"): Metric[] =>
  SEIFA_INDEXES.map(([index, title]) =>
    numeric(`seifa_${index}_${suffix}`, unit, `SEIFA ${title}, ${what}`, DEMOGRAPHICS, derivation),
  );

const crime = (key: string, label: string): Metric =>
  numeric(
    key,
    "percentile",
    label,
    CRIME,
    "population-weighted percentile within the state, two-year pooled, latest year; null under 2,000 residents, " +
      "with an unreliable survey anchor or a non-commercial licence",
  );

const zone = (family: string, label: string): Metric =>
  numeric(
    `zone_${family}_share_pct`,
    "% area",
    label,
    PLANNING,
    "stored value; null under 50 % zoning coverage",
  );

/** The closed set of 69 suburb metrics. */
export const METRICS: readonly Metric[] = [
  numeric(
    "price",
    "AUD",
    "House median price",
    "house_prices",
    "latest public suburb house median; null if unpriced",
  ),
  numeric("population", "persons", "Population", DEMOGRAPHICS, "stored value"),
  numeric("age", "years", "Median age", DEMOGRAPHICS, "stored value"),
  numeric("income", "AUD/week", "Median weekly household income", DEMOGRAPHICS, "stored value"),
  numeric("born_overseas", "%", "Born overseas", DEMOGRAPHICS, "stored value; null below 100 residents"),
  categorical(
    "religion",
    "Largest religion",
    DEMOGRAPHICS,
    [
      "No religion",
      "Catholic",
      "Anglican",
      "Other Christian",
      "Islam",
      "Hinduism",
      "Buddhism",
      "Judaism",
      "Other",
    ],
    "largest affiliation; null without one; an unlisted name is Other",
  ),
  categorical(
    "language",
    "Top language other than English",
    DEMOGRAPHICS,
    [
      "Mandarin",
      "Cantonese",
      "Italian",
      "Greek",
      "Vietnamese",
      "Arabic",
      "Punjabi",
      "Hindi",
      "Spanish",
      "German",
      "Filipino",
      "Tagalog",
      "Other",
      "English",
    ],
    "null below 100 residents; English without a language or with a share under 5 %; an unlisted name is Other",
  ),
  categorical("federal_party", "Federal party", DEMOGRAPHICS, PARTY_LABELS, "party of the federal member"),
  numeric("federal_lean", "%", "Labor two-party-preferred share", DEMOGRAPHICS, "stored value"),
  categorical(
    "state_party",
    "State party",
    DEMOGRAPHICS,
    PARTY_LABELS,
    "party of the state member; null in TAS and ACT",
  ),
  numeric(
    "politician_property",
    "count",
    "Declared politician properties",
    "register_suburb_property",
    "declared count with missing = 0; null without residents",
  ),
  crime("crime_break_ins", "Break-ins, state percentile"),
  crime("crime_violent", "Violent crime, state percentile"),
  crime("crime_motor_vehicle", "Motor vehicle theft, state percentile"),
  numeric("amenity_density", "score 0..100", "Amenity density", AMENITIES, "stored amenity_density_score"),
  numeric("supermarkets", "count", "Supermarkets", AMENITIES, "stored supermarkets_total"),
  numeric("pubs", "count", "Pubs and bars", AMENITIES, "stored pubs_bars"),
  categorical(
    "grocery",
    "Grocery choice",
    AMENITIES,
    ["Aldi present", "Coles + Woolworths", "IGA / independent", "Single major", "No supermarket"],
    "first match of: no supermarket, any Aldi, both majors, any IGA, else a single major; " +
      "null without residents or amenity row",
  ),
  numeric("healthcare", "count", "General practices", AMENITIES, "stored gp_count"),
  categorical(
    "school_sector",
    "Largest school sector",
    AMENITIES,
    ["Government", "Catholic", "Independent"],
    "largest school count, ties in label order; null without schools",
  ),
  numeric("nearest_train", "km", "Nearest train station", AMENITIES, "stored nearest_train_km"),
  numeric("distance_to_coast", "km", "Distance to the coast", AMENITIES, "stored dist_to_coast_km"),
  categorical(
    "nbn",
    "Dominant broadband technology",
    "suburb_connectivity",
    ["Fixed Line", "Fixed Wireless", "Satellite"],
    "technology family; null when implausible (satellite above 1,000 residents, fixed wireless above 5,000)",
  ),
  ...seifa("score", "index score", "score"),
  ...seifa("decile_aus", "decile 1..10", "national decile", DECILE_DERIVATION),
  ...seifa("decile_state", "decile 1..10", "state decile", DECILE_DERIVATION),
  census("pct_low_personal_income", "%", "Personal income 1 to 499 AUD a week", "share of persons 15+"),
  census(
    "pct_high_personal_income",
    "%",
    "Personal income of 2,000 AUD a week or more",
    "share of persons 15+",
  ),
  census("unemployment_rate", "% of labour force", "Unemployment rate", "stored rate"),
  census("labour_force_participation_rate", "% of persons 15+", "Labour force participation", "stored rate"),
  census("pct_bachelor_or_higher", "%", "Bachelor degree or higher", "share of persons 15+"),
  census("pct_separate_house", "% of occupied private dwellings", "Separate houses", "share of dwellings"),
  census(
    "pct_flat_apartment",
    "% of occupied private dwellings",
    "Flats and apartments",
    "share of dwellings",
  ),
  census("pct_couple_with_children", "% of families", "Couples with children", "share of families"),
  census("pct_lone_person_household", "% of households", "Lone-person households", "share of households"),
  numeric("elevation_min_m", "m", "Lowest elevation", DEMOGRAPHICS, "stored value, may be negative"),
  numeric("elevation_median_m", "m", "Median elevation", DEMOGRAPHICS, "stored value, may be negative"),
  numeric("elevation_max_m", "m", "Highest elevation", DEMOGRAPHICS, "stored value, may be negative"),
  numeric("land_share_below_1m", "% of sampled land", "Land below 1 m", DEMOGRAPHICS, "stored value"),
  numeric("land_share_below_2m", "% of sampled land", "Land below 2 m", DEMOGRAPHICS, "stored value"),
  numeric("land_share_below_5m", "% of sampled land", "Land below 5 m", DEMOGRAPHICS, "stored value"),
  numeric(
    "water_observed_share_pct",
    "% area",
    "Seen under water",
    HAZARD,
    "wet in 1 % to under 90 % of clear passes",
  ),
  numeric(
    "permanent_water_share_pct",
    "% area",
    "Permanent water",
    HAZARD,
    "wet in at least 90 % of clear passes",
  ),
  numeric(
    "flood_planning_share_pct",
    "% area",
    "Flood planning overlay",
    HAZARD,
    "inside a statutory flood overlay",
  ),
  numeric("bushfire_prone_share_pct", "% area", "Bushfire prone land", HAZARD, "designated bushfire prone"),
  zone("res_low", "Low-density residential zoning"),
  zone("res_medium_high", "Medium and high-density residential zoning"),
  zone("centre_mixed", "Centres and mixed-use zoning"),
  zone("industrial", "Industrial zoning"),
  zone("rural", "Rural zoning"),
  zone("conservation", "Conservation zoning"),
  zone("open_space", "Open-space zoning"),
  numeric("zoning_coverage_pct", "% area", "Zoning coverage", PLANNING, "inside any zone polygon"),
  categorical(
    "dominant_zone_family",
    "Dominant zoning family",
    PLANNING,
    DOMINANT_ZONE_FAMILIES.map((f) => f.label),
    "family with the largest share; null under 50 % zoning coverage",
  ),
  numeric(
    "heritage_share_pct",
    "% area",
    "Heritage land",
    PLANNING,
    "stored value; null under 50 % zoning coverage",
  ),
  numeric(
    "heritage_item_count",
    "count",
    "Heritage items",
    PLANNING,
    "stored value; null under 50 % zoning coverage",
  ),
  numeric(
    "nsw_height_median_m",
    "m",
    "Median height limit (NSW)",
    PLANNING,
    "null if mapped on under 50 % of residential land",
  ),
  numeric(
    "nsw_fsr_median",
    "ratio",
    "Median floor space ratio (NSW)",
    PLANNING,
    "null if mapped on under 50 % of residential land",
  ),
  numeric(
    "nsw_min_lot_median_m2",
    "m²",
    "Median minimum lot (NSW)",
    PLANNING,
    "null if mapped on under 50 % of residential land",
  ),
  numeric(
    "lga_code",
    "code",
    "Dominant council code",
    "suburb_lga",
    "five-digit code as a number; an identifier, not a quantity",
  ),
];

export const METRIC_KEYS: readonly string[] = METRICS.map((m) => m.key);

const byKey = new Map(METRICS.map((m, i) => [m.key, i]));

/** Position of the key in METRICS, or -1; exact and case-sensitive. */
export function metricPosition(key: string): number {
  return byKey.get(key) ?? -1;
}

/** Whether the metric's numbers are codes: they can be filtered, but neither ranked nor compared. */
export function isIdentifier(metric: Metric): boolean {
  return metric.unit === "code";
}
