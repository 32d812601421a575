import {
  column,
  countColumn,
  distanceColumn,
  licenceColumn,
  measureColumn,
  percentColumn,
  salCodeColumn,
  sourceColumn,
  type TableDefinition,
  textColumn,
} from "../table-definition.ts";
import { DOMINANT_ZONE_FAMILIES } from "../zone-families.ts";

export const SUBURB_LANDMARKS: TableDefinition = {
  name: "suburb_landmarks",
  title: "Landmarks",
  doc: "Landmarks named in a suburb's banner, in order of position.",
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
    distanceColumn("nearest_supermarket_km", "Distance to the nearest supermarket.", "0.8"),
    column("amenity_density_score", "double", "Density score.", "42.5", {
      unit: "score 0..100",
      min: 0,
      max: 100,
      nullMeaning: "not measured",
    }),
    countColumn("hospitals_count", "Hospitals.", "0"),
    countColumn("gp_count", "General practices.", "2"),
    countColumn("pharmacy_count", "Pharmacies.", "1"),
    distanceColumn("nearest_train_km", "Distance to the nearest train station.", "2.4"),
    distanceColumn("nearest_hospital_km", "Distance to the nearest hospital.", "6.1"),
    distanceColumn("dist_to_coast_km", "Distance to the coast.", "11.9"),
    countColumn("schools_gov", "Government schools.", "2"),
    countColumn("schools_catholic", "Catholic schools.", "1"),
    countColumn("schools_independent", "Independent schools.", "0"),
    countColumn("schools_primary", "Primary schools.", "2"),
    countColumn("schools_secondary", "Secondary schools.", "1"),
    distanceColumn("nearest_secondary_km", "Distance to the nearest secondary school.", "1.7"),
  ],
};

export const SUBURB_CONNECTIVITY: TableDefinition = {
  name: "suburb_connectivity",
  title: "Broadband",
  doc: "Dominant broadband technology and a quality score.",
  key: ["sal_code"],
  columns: [
    salCodeColumn(),
    textColumn("dominant_nbn_tech", "FTTP, HFC, FTTC, FTTB, FTTN, FW, Satellite or a family name.", "FTTP"),
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
    textColumn("source_jurisdiction", "Publishing jurisdiction.", "NSW"),
    column("source", "text", "Source id.", "synthetic-crime", { required: true, sourceId: true }),
    licenceColumn("CC-BY-4.0"),
  ],
};

export const SUBURB_HAZARD_EXPOSURE: TableDefinition = {
  name: "suburb_hazard_exposure",
  title: "Hazards",
  doc: "Shares of a suburb's area exposed to water and fire. Null means no source, 0 a measured zero.",
  key: ["sal_code"],
  columns: [
    salCodeColumn(),
    percentColumn("water_observed_share_pct", "Wet in at least 1 % and under 90 % of clear passes.", "0.8"),
    percentColumn("permanent_water_share_pct", "Wet in at least 90 % of clear passes.", "0.1"),
    percentColumn("flood_planning_share_pct", "Inside a statutory flood overlay.", "3.4"),
    percentColumn("bushfire_prone_share_pct", "Designated bushfire prone.", "27.5"),
    sourceColumn("water_source", "Source id of the water shares.", "synthetic-hazards"),
    sourceColumn("flood_source", "Source id of the flood share.", "synthetic-hazards"),
    sourceColumn("bushfire_source", "Source id of the bushfire share.", "synthetic-hazards"),
    licenceColumn("CC-BY-4.0"),
  ],
};

export const SUBURB_PLANNING: TableDefinition = {
  name: "suburb_planning",
  title: "Planning",
  doc: "Zoning, heritage and NSW standards. Shares are withheld under 50 % coverage when a snapshot is built.",
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
    measureColumn("nsw_height_median_m", "m", "Median height limit, NSW.", "8.5", 0),
    measureColumn("nsw_height_max_m", "m", "Largest height limit, NSW.", "22", 0),
    measureColumn("nsw_fsr_median", "ratio", "Median floor space ratio, NSW.", "0.5", 0),
    measureColumn("nsw_min_lot_median_m2", "m²", "Median minimum lot, NSW.", "450", 0),
    percentColumn("nsw_height_mapped_pct", "Residential land with a mapped height limit.", "93.0"),
    percentColumn("nsw_fsr_mapped_pct", "Residential land with a mapped floor space ratio.", "88.1"),
    percentColumn("nsw_min_lot_mapped_pct", "Residential land with a mapped minimum lot.", "95.7"),
    column("instruments", "text[]", "Planning instruments in force.", '["Plan 2014"]', {
      nullMeaning: "none known",
    }),
    sourceColumn("zoning_source", "Source id of the zoning.", "synthetic-planning"),
    sourceColumn("heritage_source", "Source id of the heritage.", "synthetic-planning"),
    licenceColumn("CC-BY-4.0"),
  ],
};

export const REGISTER_SUBURB_PROPERTY: TableDefinition = {
  name: "register_suburb_property",
  title: "Declared politician properties",
  doc: "Real-estate declarations of federal members that resolve to a suburb; a count of declarations.",
  key: ["sal_code"],
  columns: [
    salCodeColumn(),
    column("declared_property_count", "int", "Declarations.", "2", { required: true, unit: "count", min: 0 }),
  ],
};
