import type { TableDefinition } from "../../dataset/table-definition.ts";
import {
  COMPANIES,
  COMPANY_EXPOSURES,
  ECONOMIC_OBSERVATIONS,
  ECONOMIC_SERIES,
  SHORT_POSITIONS,
  STOCK_PRICES,
  TRADING_DATES,
} from "../../dataset/tables/economy.ts";

/** The dataset tables of this domain. */
export const TABLES: readonly TableDefinition[] = [
  COMPANIES,
  COMPANY_EXPOSURES,
  ECONOMIC_OBSERVATIONS,
  ECONOMIC_SERIES,
  SHORT_POSITIONS,
  STOCK_PRICES,
  TRADING_DATES,
];
