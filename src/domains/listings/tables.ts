import type { TableDefinition } from "../../dataset/table-definition.ts";
import {
  PROPERTY_LISTINGS,
  PROPERTY_PRICE_EVENTS,
  PROPERTY_VALUATIONS,
} from "../../dataset/tables/listings.ts";

/** The dataset tables of this domain. */
export const TABLES: readonly TableDefinition[] = [
  PROPERTY_LISTINGS,
  PROPERTY_PRICE_EVENTS,
  PROPERTY_VALUATIONS,
];
