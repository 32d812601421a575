import { ABS_SDMX } from "./abs/abs-sdmx.ts";
import { ABS_TIME_SERIES } from "./abs/abs-time-series.ts";
import type { Importer } from "./importer.ts";
import { LISTING_FEED } from "./listings/listing-feed.ts";
import { COMPANY_LISTS } from "./markets/company-lists.ts";
import { DAILY_PRICES } from "./markets/daily-prices.ts";
import { INDEX_ROUNDUPS } from "./markets/index-roundups.ts";
import { SHORT_POSITION_REPORTS } from "./markets/short-positions.ts";
import { MELBOURNE_SALES } from "./prices/melbourne-sales.ts";
import { NSW_SALES } from "./prices/nsw-sales.ts";
import { NSW_SUBURB_YEARS } from "./prices/nsw-suburb-years.ts";
import { SA_MEDIANS } from "./prices/sa-medians.ts";
import { SA_RENTS } from "./prices/sa-rents.ts";
import { VIC_MEDIANS } from "./prices/vic-medians.ts";
import { RBA_TABLE_IMPORTER } from "./rba/rba-importer.ts";
import { CORPORATE_TAX } from "./stocks/corporate-tax.ts";
import { DIVIDEND_LISTS } from "./stocks/dividend-lists.ts";
import { FINANCIAL_STATEMENTS } from "./stocks/financial-statements.ts";
import { STOCK_TABLE_FILES } from "./stocks/stock-tables.ts";

/** Importers of prices, series, listings and companies, in the order in which they are asked. */
export const SERIES_IMPORTERS: readonly Importer[] = [
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
];
