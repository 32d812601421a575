import type { TableDefinition } from "../../dataset/table-definition.ts";
import { MARKET_TABLES } from "../../dataset/tables/market.ts";

/** The dataset tables of this domain. */
export const TABLES: readonly TableDefinition[] = MARKET_TABLES;
