import { DOMINANT_ZONE_FAMILIES } from "./metric-categories.ts";
import { STATE_CODES } from "./states.ts";
import {
  type ColumnDefinition,
  column,
  countColumn,
  licenceColumn,
  percentColumn,
  SAL_CODE_PATTERN,
  salCodeColumn,
  type TableDefinition,
} from "./table-definition.ts";

const text = (name: string, doc: string, example: string, nullMeaning = "unknown") =>
  column(name, "text", doc, example, { nullMeaning });

const measure = (name: string, unit: string, doc: string, example: string, min?: number) =>
  column(name, "double", doc, example, {
    unit,
    nullMeaning: "not published",
    ...(min === undefined ? {} : { min }),
  });

const km = (name: string, doc: string, example: string) => measure(name, "km", doc, example, 0);

const seifaColumns: ColumnDefinition[] = ["irsd", "irsad", "ier", "ieo"].flatMap((index) => [
  column(`seifa_${index}_score`, "int", `SEIFA ${index.toUpperCase()} score.`, "1012", {
    unit: "index score",
    min: 1,
    max: 2000,
    nullMeaning: "not scored",
  }),
  ...["aus", "state"].map((within) =>
    column(
      `seifa_${index}_decile_${within}`,
      "int",
      `SEIFA ${index.toUpperCase()} decile (${within}).`,
      "6",
      {
        unit: "decile",
        min: 1,
        max: 10,
        nullMeaning: "not scored",
      },
    ),
  ),
]);

export const SUBURB_DEMOGRAPHICS: TableDefinition = {
  name: "suburb_demographics",
  title: "Suburbs",
  doc: "The spine: one row a suburb, with census, culture, electorates, SEIFA, elevation and editorial columns.",
  required: true,
  key: ["sal_code"],
  columns: [
    column("sal_code", "text", "Suburb code (ABS SAL, five digits, first digit is the state).", "10001", {
      required: true,
      pattern: SAL_CODE_PATTERN,
    }),
    column("sal_name", "text", "Suburb name.", "Aarons Pass", { required: true }),
    column("state_code", "text", "State or territory; agrees with the first digit of the code.", "NSW", {
      required: true,
      values: STATE_CODES,
    }),
    column("postcode", "text", "Main postcode.", "2850", { pattern: "[0-9]{4}", nullMeaning: "unknown" }),
    column("centroid_lat", "double", "Latitude of the centroid (GDA2020).", "-32.86", {
      unit: "degrees",
      min: -90,
      max: 90,
      nullMeaning: "unknown",
    }),
    column("centroid_lon", "double", "Longitude of the centroid (GDA2020).", "149.81", {
      unit: "degrees",
      min: -180,
      max: 180,
      nullMeaning: "unknown",
    }),
    column("area_sqkm", "double", "Land area.", "82.76", { unit: "km²", min: 0, nullMeaning: "unknown" }),
    column("census_year", "int", "Census the row is from.", "2021", { default: 2021, min: 1971, max: 2100 }),
    column("population", "int", "Usual residents.", "1342", {
      unit: "persons",
      min: 0,
      nullMeaning: "not published",
    }),
    measure("median_age", "years", "Median age.", "41", 0),
    measure("median_weekly_hhd_income", "AUD/week", "Median weekly household income.", "1675", 0),
    measure("median_weekly_per_income", "AUD/week", "Median weekly personal income.", "812", 0),
    measure("median_weekly_rent", "AUD/week", "Median weekly rent.", "420", 0),
    measure("median_monthly_mortgage", "AUD/month", "Median monthly mortgage repayment.", "1950", 0),
    countColumn("dwelling_count", "Occupied private dwellings.", "512"),
    percentColumn("pct_owned_outright", "Dwellings owned outright.", "34.1"),
    percentColumn("pct_owned_mortgage", "Dwellings owned with a mortgage.", "36.4"),
    percentColumn("pct_rented", "Dwellings rented.", "26.9"),
    percentColumn("pct_born_overseas", "Residents born overseas; null below 100 residents.", "21.5"),
    percentColumn("pct_english_only", "Residents speaking only English at home.", "81.2"),
    text("top_religion", "Largest religious affiliation.", "No religion", "none published"),
    percentColumn("pct_top_religion", "Share of the largest affiliation.", "38.2"),
    percentColumn("pct_no_religion", "Share without religion.", "38.2"),
    text("top_language", "Top home language other than English.", "Mandarin", "none published"),
    percentColumn("pct_top_language", "Share of that language.", "4.7"),
    text("federal_division", "Federal electoral division.", "Calare"),
    text("federal_member", "Federal member.", "(synthetic)"),
    text("federal_party", "Federal member's party, full name.", "Australian Labor Party"),
    text("federal_party_ab", "Federal member's party, abbreviation.", "ALP"),
    percentColumn("federal_tpp_alp", "Labor two-party-preferred share.", "51.3"),
    text("state_district", "State electoral district.", "Bathurst"),
    text("state_member", "State member; missing in TAS and ACT (several members).", "(synthetic)"),
    text("state_party", "State member's party, full name.", "Australian Labor Party"),
    text("state_party_ab", "State member's party, abbreviation.", "ALP"),
    ...seifaColumns,
    percentColumn(
      "pct_low_personal_income",
      "Persons 15+ with 1 to 499 AUD a week; null below 100 residents.",
      "31.0",
    ),
    percentColumn("pct_high_personal_income", "Persons 15+ with 2,000 AUD a week or more.", "11.8"),
    percentColumn("unemployment_rate", "Unemployed share of the labour force.", "4.9"),
    percentColumn("labour_force_participation_rate", "Labour force share of persons 15+.", "63.4"),
    percentColumn("pct_bachelor_or_higher", "Persons 15+ with a bachelor degree or higher.", "24.5"),
    percentColumn("pct_separate_house", "Separate houses among occupied private dwellings.", "78.3"),
    percentColumn("pct_flat_apartment", "Flats and apartments among occupied private dwellings.", "9.4"),
    percentColumn("pct_couple_with_children", "Couples with children among families.", "43.7"),
    percentColumn("pct_lone_person_household", "Lone-person households.", "24.8"),
    measure("elevation_min_m", "m", "Lowest elevation; may be negative.", "3.2"),
    measure("elevation_median_m", "m", "Median elevation; may be negative.", "41.5"),
    measure("elevation_max_m", "m", "Highest elevation; may be negative.", "188.0"),
    percentColumn("land_share_below_1m", "Sampled land below 1 m.", "0"),
    percentColumn("land_share_below_2m", "Sampled land below 2 m.", "0.4"),
    percentColumn("land_share_below_5m", "Sampled land below 5 m.", "2.9"),
    column("banner_archetype", "text", "Landscape of the suburb page's banner.", "leafy-suburban", {
      values: [
        "coastal-beach",
        "harbour",
        "river-valley",
        "urban-skyline",
        "inner-terraces",
        "leafy-suburban",
        "parkland",
        "hills-ranges",
        "bushland",
        "farmland",
      ],
      nullMeaning: "plain residential",
    }),
    text(
      "banner_blurb",
      "One editorial sentence.",
      "A quiet place among hills.",
      "synthesised from name and archetype",
    ),
    text("banner_bg_key", "Picture key.", "leafy-suburban", "the archetype"),
    text("banner_bg_url", "Picture address.", "", "none"),
  ],
};

export const SUBURB_LANDMARKS: TableDefinition = {
  name: "suburb_landmarks",
  title: "Landmarks",
  doc: "Landmarks named in a suburb's banner, in order of position.",
  required: false,
  key: ["sal_code", "position"],
  columns: [
    salCodeColumn(),
    column("position", "int", "Order within the suburb, from 1.", "1", { required: true, min: 1 }),
    column("name", "text", "Name of the landmark.", "Mill Hill Lookout", { required: true }),
    column("kind", "text", "Kind of landmark.", "lookout", { required: true }),
  ],
};

export const SUBURB_AMENITIES: TableDefinition = {
  name: "suburb_amenities",
  title: "Amenities",
  doc: "Counts of amenities inside a suburb and distances from its centroid.",
  required: false,
  key: ["sal_code"],
  columns: [
    salCodeColumn(),
    countColumn("schools_total", "Schools.", "3"),
    countColumn("supermarkets_total", "Supermarkets.", "2"),
    countColumn("coles_count", "Coles supermarkets.", "1"),
    countColumn("woolworths_count", "Woolworths supermarkets.", "1"),
    countColumn("aldi_count", "Aldi supermarkets.", "0"),
    countColumn("iga_count", "IGA supermarkets.", "0"),
    countColumn("pubs_bars", "Pubs and bars.", "4"),
    countColumn("parks_count", "Parks.", "7"),
    countColumn("libraries_count", "Libraries.", "1"),
    km("nearest_supermarket_km", "Distance to the nearest supermarket.", "0.8"),
    column("amenity_density_score", "double", "Density score.", "42.5", {
      unit: "score 0..100",
      min: 0,
      max: 100,
      nullMeaning: "not measured",
    }),
    countColumn("hospitals_count", "Hospitals.", "0"),
    countColumn("gp_count", "General practices.", "2"),
    countColumn("pharmacy_count", "Pharmacies.", "1"),
    km("nearest_train_km", "Distance to the nearest train station.", "2.4"),
    km("nearest_hospital_km", "Distance to the nearest hospital.", "6.1"),
    km("dist_to_coast_km", "Distance to the coast.", "11.9"),
    countColumn("schools_gov", "Government schools.", "2"),
    countColumn("schools_catholic", "Catholic schools.", "1"),
    countColumn("schools_independent", "Independent schools.", "0"),
    countColumn("schools_primary", "Primary schools.", "2"),
    countColumn("schools_secondary", "Secondary schools.", "1"),
    km("nearest_secondary_km", "Distance to the nearest secondary school.", "1.7"),
  ],
};

export const SUBURB_CONNECTIVITY: TableDefinition = {
  name: "suburb_connectivity",
  title: "Broadband",
  doc: "Dominant broadband technology and a quality score.",
  required: false,
  key: ["sal_code"],
  columns: [
    salCodeColumn(),
    text("dominant_nbn_tech", "FTTP, HFC, FTTC, FTTB, FTTN, FW, Satellite or a family name.", "FTTP"),
    column("connectivity_quality_score", "double", "Quality score.", "81.0", {
      unit: "score 0..100",
      min: 0,
      max: 100,
      nullMeaning: "unknown",
    }),
  ],
};

export const SUBURB_CRIME_STATS: TableDefinition = {
  name: "suburb_crime_stats",
  title: "Crime rates",
  doc: "Police counts scaled to the victimisation survey. Percentile ranks are computed when a snapshot is built.",
  required: false,
  key: ["sal_code", "crime_type", "fy_ending", "pooled"],
  columns: [
    salCodeColumn(),
    column("crime_type", "text", "Kind of crime.", "break_ins", {
      required: true,
      values: ["break_ins", "violent", "motor_vehicle", "property_damage"],
    }),
    column("fy_ending", "int", "Financial year ending in (2025 = 2024-25).", "2025", {
      required: true,
      min: 1990,
      max: 2100,
    }),
    column("pooled", "bool", "True for a two-year pooled rate; only those are served.", "true", {
      required: true,
    }),
    column("rate_per_100k", "double", "Offences per 100,000 residents.", "412.7", {
      required: true,
      unit: "per 100,000",
      min: 0,
    }),
    column("population", "int", "Resident estimate used as weight; 2,000 or more to be served.", "5321", {
      required: true,
      unit: "persons",
      min: 0,
    }),
    percentColumn(
      "anchor_rse_pct",
      "Relative standard error of the survey anchor; 25 or less to be served.",
      "14.2",
    ),
    column("unreliable", "bool", "True when the publisher warns against use; never served.", "false", {
      default: false,
    }),
    text("source_jurisdiction", "Publishing jurisdiction.", "NSW"),
    column("source", "text", "Source id.", "synthetic-crime", { required: true }),
    licenceColumn("CC-BY-4.0"),
  ],
};

export const SUBURB_HAZARD_EXPOSURE: TableDefinition = {
  name: "suburb_hazard_exposure",
  title: "Hazards",
  doc: "Shares of a suburb's area exposed to water and fire. Null means no source, 0 a measured zero.",
  required: false,
  key: ["sal_code"],
  columns: [
    salCodeColumn(),
    percentColumn("water_observed_share_pct", "Wet in at least 1 % and under 90 % of clear passes.", "0.8"),
    percentColumn("permanent_water_share_pct", "Wet in at least 90 % of clear passes.", "0.1"),
    percentColumn("flood_planning_share_pct", "Inside a statutory flood overlay.", "3.4"),
    percentColumn("bushfire_prone_share_pct", "Designated bushfire prone.", "27.5"),
    text("water_source", "Source id of the water shares.", "synthetic-hazards"),
    text("flood_source", "Source id of the flood share.", "synthetic-hazards"),
    text("bushfire_source", "Source id of the bushfire share.", "synthetic-hazards"),
    licenceColumn("CC-BY-4.0"),
  ],
};

export const SUBURB_PLANNING: TableDefinition = {
  name: "suburb_planning",
  title: "Planning",
  doc: "Zoning, heritage and NSW standards. Shares are withheld under 50 % coverage when a snapshot is built.",
  required: false,
  key: ["sal_code"],
  columns: [
    salCodeColumn(),
    ...DOMINANT_ZONE_FAMILIES.map(({ family, label }) =>
      percentColumn(`zone_${family}_share_pct`, `Area zoned: ${label}.`, "12.5"),
    ),
    percentColumn("zoning_coverage_pct", "Area inside any zone polygon.", "98.9"),
    column("dominant_zone_family", "text", "Zoning family with the largest share.", "res_low", {
      values: DOMINANT_ZONE_FAMILIES.map((f) => f.family),
      nullMeaning: "unknown",
    }),
    percentColumn("heritage_share_pct", "Area under heritage control.", "1.2"),
    countColumn("heritage_item_count", "Heritage items.", "6"),
    measure("nsw_height_median_m", "m", "Median height limit, NSW.", "8.5", 0),
    measure("nsw_height_max_m", "m", "Largest height limit, NSW.", "22", 0),
    measure("nsw_fsr_median", "ratio", "Median floor space ratio, NSW.", "0.5", 0),
    measure("nsw_min_lot_median_m2", "m²", "Median minimum lot, NSW.", "450", 0),
    percentColumn("nsw_height_mapped_pct", "Residential land with a mapped height limit.", "93.0"),
    percentColumn("nsw_fsr_mapped_pct", "Residential land with a mapped floor space ratio.", "88.1"),
    percentColumn("nsw_min_lot_mapped_pct", "Residential land with a mapped minimum lot.", "95.7"),
    column("instruments", "text[]", "Planning instruments in force.", '["Plan 2014"]', {
      nullMeaning: "none known",
    }),
    text("zoning_source", "Source id of the zoning.", "synthetic-planning"),
    text("heritage_source", "Source id of the heritage.", "synthetic-planning"),
    licenceColumn("CC-BY-4.0"),
  ],
};

export const LGA: TableDefinition = {
  name: "lga",
  title: "Councils",
  doc: "Local government areas and their finances.",
  required: false,
  key: ["lga_code"],
  columns: [
    column("lga_code", "text", "Council code.", "10050", { required: true, pattern: "[0-9]{5}" }),
    column("lga_name", "text", "Council name.", "Albury", { required: true }),
    column("state_code", "text", "State or territory.", "NSW", { required: true, values: STATE_CODES }),
    text("slug", "Name for addresses.", "albury-nsw"),
    text("display_name", "Name to show.", "City of Albury"),
    column("kind", "text", "Kind of area.", "council", {
      default: "council",
      values: ["council", "unincorporated", "pseudo"],
    }),
    measure("area_sqkm", "km²", "Area.", "305.6", 0),
    column("population", "int", "Resident estimate.", "56093", {
      unit: "persons",
      min: 0,
      nullMeaning: "unknown",
    }),
    column("erp_year", "int", "Year of the resident estimate.", "2025", {
      min: 1990,
      max: 2100,
      nullMeaning: "unknown",
    }),
    measure("pop_growth_pct", "%", "Growth over one year.", "1.1"),
    measure("median_age", "years", "Median age.", "39", 0),
    column("median_hhd_income", "int", "Median weekly household income.", "1480", {
      unit: "AUD/week",
      min: 0,
      nullMeaning: "not published",
    }),
    percentColumn("pct_rented", "Dwellings rented.", "31.5"),
    column("median_weekly_rent", "int", "Median weekly rent.", "350", {
      unit: "AUD/week",
      min: 0,
      nullMeaning: "not published",
    }),
    column("median_mortgage_monthly", "int", "Median monthly mortgage.", "1500", {
      unit: "AUD/month",
      min: 0,
      nullMeaning: "not published",
    }),
    measure("avg_household_size", "persons", "Average household size.", "2.3", 0),
    column("seifa_irsad_decile", "int", "SEIFA IRSAD decile.", "4", {
      min: 1,
      max: 10,
      nullMeaning: "not scored",
    }),
    column("seifa_irsd_decile", "int", "SEIFA IRSD decile.", "4", {
      min: 1,
      max: 10,
      nullMeaning: "not scored",
    }),
    text("website", "Website.", ""),
    text("wikidata_qid", "Wikidata id.", ""),
    measure("centroid_lat", "degrees", "Latitude.", "-36.07"),
    measure("centroid_lon", "degrees", "Longitude.", "146.92"),
    measure("fed_fag_aud", "AUD", "Federal assistance grant.", "7100000", 0),
    text("fed_fag_year", "Year of the grant.", "2024-25"),
    measure("avg_rates", "AUD", "Average residential rates.", "1390", 0),
    measure("op_surplus_ratio", "%", "Operating surplus ratio.", "2.4"),
    measure("asset_renewal_ratio", "%", "Asset renewal ratio.", "97.0", 0),
    text("fin_source", "Source id of the finances.", "synthetic-councils"),
    text("fin_year", "Year of the finances.", "2024-25"),
    measure("council_house_median", "AUD", "House median of the council area.", "545000", 0),
    text("council_house_median_period", "Period of that median.", "2026-06"),
  ],
};

export const SUBURB_LGA: TableDefinition = {
  name: "suburb_lga",
  title: "Suburbs to councils",
  doc: "Share of a suburb's residents in each council; the largest share is the dominant council.",
  required: false,
  key: ["sal_code", "lga_code"],
  columns: [
    salCodeColumn(),
    column("lga_code", "text", "Council code.", "10050", { required: true, references: "lga.lga_code" }),
    column("share", "double", "Share of residents.", "0.93", {
      required: true,
      unit: "fraction",
      above: 0,
      max: 1,
    }),
  ],
};

export const REGISTER_SUBURB_PROPERTY: TableDefinition = {
  name: "register_suburb_property",
  title: "Declared politician properties",
  doc: "Real-estate declarations of federal members that resolve to a suburb; a count of declarations.",
  required: false,
  key: ["sal_code"],
  columns: [
    salCodeColumn(),
    column("declared_property_count", "int", "Declarations.", "2", { required: true, unit: "count", min: 0 }),
  ],
};
