import type { TableDefinition } from "../../dataset/table-definition.ts";
import { INDUSTRY_RECORDS, INDUSTRY_SOURCES } from "../../dataset/tables/published/industry.ts";

/** The dataset tables of this domain. */
export const TABLES: readonly TableDefinition[] = [INDUSTRY_SOURCES, INDUSTRY_RECORDS];
