import type { TableDefinition } from "../../dataset/table-definition.ts";
import { STOCK_TABLES } from "../../dataset/tables/stocks.ts";

/** The dataset tables of this domain; positions, prices and companies belong to the market. */
export const TABLES: readonly TableDefinition[] = STOCK_TABLES;
