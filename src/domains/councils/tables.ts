import type { TableDefinition } from "../../dataset/table-definition.ts";
import { LGA_FACTS, LGA_NEIGHBOURS } from "../../dataset/tables/councils.ts";

/** The dataset tables of this domain; councils themselves are with the suburbs. */
export const TABLES: readonly TableDefinition[] = [LGA_FACTS, LGA_NEIGHBOURS];
