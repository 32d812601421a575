import type { TableDefinition } from "../../dataset/table-definition.ts";
import { COMPANY_EXPOSURES, ECONOMIC_OBSERVATIONS, ECONOMIC_SERIES } from "../../dataset/tables/economy.ts";
import { MARKET_TABLES } from "../../dataset/tables/market.ts";

/** The dataset tables of this domain. */
export const TABLES: readonly TableDefinition[] = [
  ...MARKET_TABLES,
  COMPANY_EXPOSURES,
  ECONOMIC_OBSERVATIONS,
  ECONOMIC_SERIES,
];
