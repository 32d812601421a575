import {
  bool,
  count,
  distance,
  double,
  int,
  isSource,
  licence,
  measure,
  must,
  percent,
  salCode,
  table,
  text,
  texts,
} from "../table-definition.ts";
import { DOMINANT_ZONE_FAMILIES } from "../zone-families.ts";

export const SUBURB_LANDMARKS = table("suburb_landmarks", "Landmarks", {
  key: ["sal_code", "position"],
  doc: "Landmarks named in a suburb's banner, in order of position.",
  columns: {
    sal_code: salCode(),
    position: int("Order within the suburb, from 1.", "1", must, { min: 1 }),
    name: text("Name of the landmark.", "Mill Hill Lookout", must),
    kind: text("Kind of landmark.", "lookout", must),
  },
});

export const SUBURB_AMENITIES = table("suburb_amenities", "Amenities", {
  key: ["sal_code"],
  doc: "Counts of amenities inside a suburb and distances from its centroid.",
  columns: {
    sal_code: salCode(),
    schools_total: count("Schools.", "3"),
    supermarkets_total: count("Supermarkets.", "2"),
    coles_count: count("Coles supermarkets.", "1"),
    woolworths_count: count("Woolworths supermarkets.", "1"),
    aldi_count: count("Aldi supermarkets.", "0"),
    iga_count: count("IGA supermarkets.", "0"),
    pubs_bars: count("Pubs and bars.", "4"),
    parks_count: count("Parks.", "7"),
    libraries_count: count("Libraries.", "1"),
    nearest_supermarket_km: distance("Distance to the nearest supermarket.", "0.8"),
    amenity_density_score: double("Density score.", "42.5", "not measured", {
      unit: "score 0..100",
      min: 0,
      max: 100,
    }),
    hospitals_count: count("Hospitals.", "0"),
    gp_count: count("General practices.", "2"),
    pharmacy_count: count("Pharmacies.", "1"),
    nearest_train_km: distance("Distance to the nearest train station.", "2.4"),
    nearest_hospital_km: distance("Distance to the nearest hospital.", "6.1"),
    dist_to_coast_km: distance("Distance to the coast.", "11.9"),
    schools_gov: count("Government schools.", "2"),
    schools_catholic: count("Catholic schools.", "1"),
    schools_independent: count("Independent schools.", "0"),
    schools_primary: count("Primary schools.", "2"),
    schools_secondary: count("Secondary schools.", "1"),
    nearest_secondary_km: distance("Distance to the nearest secondary school.", "1.7"),
  },
});

export const SUBURB_CONNECTIVITY = table("suburb_connectivity", "Broadband", {
  key: ["sal_code"],
  doc: "Dominant broadband technology and a quality score.",
  columns: {
    sal_code: salCode(),
    dominant_nbn_tech: text("FTTP, HFC, FTTC, FTTB, FTTN, FW, Satellite or a family name.", "FTTP"),
    connectivity_quality_score: double("Quality score.", "81.0", { unit: "score 0..100", min: 0, max: 100 }),
  },
});

export const SUBURB_CRIME_STATS = table("suburb_crime_stats", "Crime rates", {
  key: ["sal_code", "crime_type", "fy_ending", "pooled"],
  doc: "Police counts scaled to the victimisation survey. Percentile ranks are computed when a snapshot is built.",
  columns: {
    sal_code: salCode(),
    crime_type: text("Kind of crime.", "break_ins", must, {
      values: ["break_ins", "violent", "motor_vehicle", "property_damage"],
    }),
    fy_ending: int("Calendar year in which the financial year ends (2025 = 2024-25).", "2025", must, {
      min: 1990,
      max: 2100,
    }),
    pooled: bool("True for a two-year pooled rate; only pooled rates are served.", "true", must),
    rate_per_100k: double("Offences per 100,000 residents.", "412.7", must, { unit: "per 100,000", min: 0 }),
    population: int("Resident estimate used as weight; 2,000 or more to be served.", "5321", must, {
      unit: "persons",
      min: 0,
    }),
    anchor_rse_pct: percent("Relative standard error of the survey anchor; 25 or less to be served.", "14.2"),
    unreliable: bool("True if the publisher warns against use; such rows are never served.", "false", {
      default: false,
    }),
    source_jurisdiction: text("Publishing jurisdiction.", "NSW"),
    source: text("Source id.", "synthetic-crime", must, isSource),
    source_licence: licence(),
  },
});

export const SUBURB_HAZARD_EXPOSURE = table("suburb_hazard_exposure", "Hazards", {
  key: ["sal_code"],
  doc: "Shares of a suburb's area exposed to water and fire. Null means no source, 0 a measured zero.",
  columns: {
    sal_code: salCode(),
    water_observed_share_pct: percent(
      "Area under water in at least 1 % and less than 90 % of clear satellite passes.",
      "0.8",
    ),
    permanent_water_share_pct: percent("Area under water in at least 90 % of clear satellite passes.", "0.1"),
    flood_planning_share_pct: percent("Area inside a statutory flood overlay.", "3.4"),
    bushfire_prone_share_pct: percent("Area designated bushfire prone.", "27.5"),
    water_source: text("Source id of the water shares.", "synthetic-hazards", isSource),
    flood_source: text("Source id of the flood share.", "synthetic-hazards", isSource),
    bushfire_source: text("Source id of the bushfire share.", "synthetic-hazards", isSource),
    source_licence: licence(),
  },
});

export const SUBURB_PLANNING = table("suburb_planning", "Planning", {
  key: ["sal_code"],
  doc: "Zoning, heritage and NSW standards. Shares with less than 50 % coverage are withheld when a snapshot is built.",
  columns: {
    sal_code: salCode(),
    ...Object.fromEntries(
      DOMINANT_ZONE_FAMILIES.map(({ family, label }) => [
        `zone_${family}_share_pct`,
        percent(`Area zoned: ${label}.`, "12.5"),
      ]),
    ),
    zoning_coverage_pct: percent("Area inside any zone polygon.", "98.9"),
    dominant_zone_family: text("Zoning family with the largest share.", "res_low", {
      values: DOMINANT_ZONE_FAMILIES.map((f) => f.family),
    }),
    heritage_share_pct: percent("Area under heritage control.", "1.2"),
    heritage_item_count: count("Heritage items.", "6"),
    nsw_height_median_m: measure("m", "Median height limit, NSW.", "8.5", 0),
    nsw_height_max_m: measure("m", "Largest height limit, NSW.", "22", 0),
    nsw_fsr_median: measure("ratio", "Median floor space ratio, NSW.", "0.5", 0),
    nsw_min_lot_median_m2: measure("m²", "Median minimum lot, NSW.", "450", 0),
    nsw_height_mapped_pct: percent("Residential land with a mapped height limit.", "93.0"),
    nsw_fsr_mapped_pct: percent("Residential land with a mapped floor space ratio.", "88.1"),
    nsw_min_lot_mapped_pct: percent("Residential land with a mapped minimum lot.", "95.7"),
    instruments: texts("Planning instruments in force.", '["Plan 2014"]', "none known"),
    zoning_source: text("Source id of the zoning.", "synthetic-planning", isSource),
    heritage_source: text("Source id of the heritage.", "synthetic-planning", isSource),
    source_licence: licence(),
  },
});

export const REGISTER_SUBURB_PROPERTY = table("register_suburb_property", "Declared politician properties", {
  key: ["sal_code"],
  doc: "Number of real-estate declarations of federal members, by the suburb that they name.",
  columns: {
    sal_code: salCode(),
    declared_property_count: int("Declarations.", "2", must, { unit: "count", min: 0 }),
  },
});
