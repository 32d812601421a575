import { ABS_SDMX } from "./abs/abs-sdmx.ts";
import { ABS_TIME_SERIES } from "./abs/abs-time-series.ts";
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
import { LISTING_FEED } from "./listings/listing-feed.ts";
import { COMPANY_LISTS } from "./markets/company-lists.ts";
import { DAILY_PRICES } from "./markets/daily-prices.ts";
import { INDEX_ROUNDUPS } from "./markets/index-roundups.ts";
import { SHORT_POSITION_REPORTS } from "./markets/short-positions.ts";
import { NEWS_FEEDS } from "./news/news-feeds.ts";
import { TAKE_FILES } from "./news/take-files.ts";
import { PARLIAMENT_FILES } from "./parliament/parliament-files.ts";
import { MELBOURNE_SALES } from "./prices/melbourne-sales.ts";
import { NSW_SALES } from "./prices/nsw-sales.ts";
import { NSW_SUBURB_YEARS } from "./prices/nsw-suburb-years.ts";
import { SA_MEDIANS } from "./prices/sa-medians.ts";
import { SA_RENTS } from "./prices/sa-rents.ts";
import { VIC_MEDIANS } from "./prices/vic-medians.ts";
import { RBA_TABLE_IMPORTER } from "./rba/rba-importer.ts";
import { SCHOOLS } from "./schools/school-lists.ts";
import { CORPORATE_TAX } from "./stocks/corporate-tax.ts";
import { DIVIDEND_LISTS } from "./stocks/dividend-lists.ts";
import { FINANCIAL_STATEMENTS } from "./stocks/financial-statements.ts";
import { STOCK_TABLE_FILES } from "./stocks/stock-tables.ts";
import { RAILWAY_STATION_IMPORTER } from "./transport/railway-stations.ts";

/** All importers. On equal confidence the earlier one wins. */
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
  ABS_TIME_SERIES,
  ABS_SDMX,
  RBA_TABLE_IMPORTER,
  NSW_SALES,
  NSW_SUBURB_YEARS,
  VIC_MEDIANS,
  MELBOURNE_SALES,
  SA_MEDIANS,
  SA_RENTS,
  SHORT_POSITION_REPORTS,
  COMPANY_LISTS,
  DAILY_PRICES,
  INDEX_ROUNDUPS,
  CORPORATE_TAX,
  DIVIDEND_LISTS,
  FINANCIAL_STATEMENTS,
  STOCK_TABLE_FILES,
  LISTING_FEED,
  AWAITED_FILES,
];
