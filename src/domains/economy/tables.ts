import type { TableDefinition } from "../../dataset/table-definition.ts";
import {
  COMPANY_EXPOSURES,
  ECONOMIC_OBSERVATIONS,
  ECONOMIC_SERIES,
  SERIES_VINTAGES,
} from "../../dataset/tables/economy.ts";

/** The dataset tables of this domain. */
export const TABLES: readonly TableDefinition[] = [
  COMPANY_EXPOSURES,
  ECONOMIC_OBSERVATIONS,
  ECONOMIC_SERIES,
  SERIES_VINTAGES,
];
