import { AWAITED_FILES } from "./awaited/awaited-files.ts";
import { CENSUS_IMPORTER } from "./census/census-importer.ts";
import { POLICE_COUNTS } from "./crime/police-counts.ts";
import { AEC_RETURNS } from "./electoral/aec-returns.ts";
import { ELECTION_RESULTS } from "./electoral/election-results.ts";
import { AREA_LIST_IMPORTER } from "./geography/area-list-importer.ts";
import { BOUNDARY_IMPORTER } from "./geography/boundary-importer.ts";
import { POSTCODE_IMPORTER } from "./geography/postcode-importer.ts";
import { SEIFA_IMPORTER } from "./geography/seifa-importer.ts";
import { SUBURB_AREA_IMPORTER } from "./geography/suburb-areas.ts";
import { SUBURB_POINT_IMPORTER } from "./geography/suburb-point-importer.ts";
import { BUSHFIRE_LAND } from "./hazards/bushfire-land.ts";
import type { Importer } from "./importer.ts";
import { ATO_COMPANY_INDUSTRY } from "./industry/ato-company-industry.ts";
import { CITED_FACTS } from "./industry/cited-facts.ts";
import { NEWS_FEEDS } from "./news/news-feeds.ts";
import { TAKE_FILES } from "./news/take-files.ts";
import { PARLIAMENT_FILES } from "./parliament/parliament-files.ts";
import { SCHOOLS } from "./schools/school-lists.ts";
import { SERIES_IMPORTERS } from "./series-importers.ts";
import { RAILWAY_STATION_IMPORTER } from "./transport/railway-stations.ts";

/** Every importer, in the order in which they are asked when two are equally sure of a file. */
export const IMPORTERS: readonly Importer[] = [
  CENSUS_IMPORTER,
  SEIFA_IMPORTER,
  AREA_LIST_IMPORTER,
  BOUNDARY_IMPORTER,
  POSTCODE_IMPORTER,
  SUBURB_AREA_IMPORTER,
  SUBURB_POINT_IMPORTER,
  RAILWAY_STATION_IMPORTER,
  BUSHFIRE_LAND,
  SCHOOLS,
  POLICE_COUNTS,
  AEC_RETURNS,
  ELECTION_RESULTS,
  PARLIAMENT_FILES,
  NEWS_FEEDS,
  TAKE_FILES,
  CITED_FACTS,
  ATO_COMPANY_INDUSTRY,
  ...SERIES_IMPORTERS,
  AWAITED_FILES,
];
