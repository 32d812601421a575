import type { TableDefinition } from "../../dataset/table-definition.ts";
import { FUNDING_TABLES } from "../../dataset/tables/funding.ts";
import { REGISTER_TABLES } from "../../dataset/tables/politicians.ts";

/** The dataset tables of this domain: the register, and the returns. */
export const TABLES: readonly TableDefinition[] = [...REGISTER_TABLES, ...FUNDING_TABLES];
