import type { TableDefinition } from "../../dataset/table-definition.ts";
import { LGA, SUBURB_LGA } from "../../dataset/tables/councils.ts";
import { SUBURB_DEMOGRAPHICS } from "../../dataset/tables/demographics.ts";
import { SUBURB_OFFENCES } from "../../dataset/tables/offences.ts";
import { SUBURB_OUTLINES } from "../../dataset/tables/outlines.ts";
import { HOUSE_PRICE_REGIONS, HOUSE_PRICES } from "../../dataset/tables/prices.ts";
import {
  REGISTER_SUBURB_PROPERTY,
  SUBURB_AMENITIES,
  SUBURB_CONNECTIVITY,
  SUBURB_CRIME_STATS,
  SUBURB_HAZARD_EXPOSURE,
  SUBURB_LANDMARKS,
  SUBURB_PLANNING,
} from "../../dataset/tables/suburbs.ts";

/** The dataset tables of this domain. */
export const TABLES: readonly TableDefinition[] = [
  SUBURB_DEMOGRAPHICS,
  SUBURB_LANDMARKS,
  SUBURB_AMENITIES,
  SUBURB_CONNECTIVITY,
  SUBURB_CRIME_STATS,
  SUBURB_OFFENCES,
  SUBURB_HAZARD_EXPOSURE,
  SUBURB_PLANNING,
  REGISTER_SUBURB_PROPERTY,
  SUBURB_OUTLINES,
  LGA,
  SUBURB_LGA,
  HOUSE_PRICE_REGIONS,
  HOUSE_PRICES,
];
