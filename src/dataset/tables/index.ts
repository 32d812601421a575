import {
  isSource,
  json,
  licence,
  must,
  salCode,
  type TableDefinition,
  table,
  text,
} from "../table-definition.ts";
import { LGA, LGA_FACTS, LGA_NEIGHBOURS, SUBURB_LGA } from "./councils.ts";
import { SUBURB_DEMOGRAPHICS } from "./demographics.ts";
import { COMPANY_EXPOSURES, ECONOMIC_OBSERVATIONS, ECONOMIC_SERIES, SERIES_VINTAGES } from "./economy.ts";
import { FUNDING_TABLES } from "./funding.ts";
import { PROPERTY_LISTINGS, PROPERTY_PRICE_EVENTS, PROPERTY_VALUATIONS } from "./listings.ts";
import { MARKET_TABLES } from "./market.ts";
import { SUBURB_OFFENCES } from "./offences.ts";
import { REGISTER_TABLES } from "./politicians.ts";
import { HOUSE_PRICE_REGIONS, HOUSE_PRICES } from "./prices.ts";
import { INDUSTRY_RECORDS, INDUSTRY_SOURCES } from "./published/industry.ts";
import { EDITORIAL_TAKES, NEWS_ARTICLES } from "./published/news.ts";
import { ORIGIN_ROWS, ORIGINS } from "./published/origins.ts";
import { FEDERAL_RESULTS, RAILWAY_STATIONS } from "./published/places.ts";
import { STATE_DEMOGRAPHICS } from "./state-demographics.ts";
import { STOCK_TABLES } from "./stocks.ts";
import {
  REGISTER_SUBURB_PROPERTY,
  SUBURB_AMENITIES,
  SUBURB_CONNECTIVITY,
  SUBURB_CRIME_STATS,
  SUBURB_HAZARD_EXPOSURE,
  SUBURB_LANDMARKS,
  SUBURB_PLANNING,
} from "./suburbs.ts";

const SUBURB_OUTLINES = table("suburb_outlines", "Suburb outlines", {
  key: ["sal_code"],
  doc: "The outline of a suburb as GeoJSON, simplified for maps.",
  columns: {
    sal_code: salCode(),
    outline: json(
      "GeoJSON geometry in degrees, longitude first; outer rings run counterclockwise, holes clockwise.",
      '{"type":"Polygon","coordinates":[[[151.2,-33.9],[151.3,-33.9],[151.3,-33.8],[151.2,-33.9]]]}',
      must,
      { outline: true },
    ),
    source: text("Source id.", "synthetic-outlines", must, isSource),
    source_licence: licence(),
  },
});

/** Every table of a dataset; each comes after the tables that it references. */
export const DATASET_TABLES: readonly TableDefinition[] = [
  SUBURB_DEMOGRAPHICS,
  STATE_DEMOGRAPHICS,
  SUBURB_LANDMARKS,
  SUBURB_OUTLINES,
  SUBURB_AMENITIES,
  SUBURB_CONNECTIVITY,
  SUBURB_CRIME_STATS,
  SUBURB_OFFENCES,
  SUBURB_HAZARD_EXPOSURE,
  SUBURB_PLANNING,
  LGA,
  SUBURB_LGA,
  LGA_FACTS,
  LGA_NEIGHBOURS,
  RAILWAY_STATIONS,
  FEDERAL_RESULTS,
  REGISTER_SUBURB_PROPERTY,
  HOUSE_PRICE_REGIONS,
  HOUSE_PRICES,
  PROPERTY_LISTINGS,
  PROPERTY_PRICE_EVENTS,
  PROPERTY_VALUATIONS,
  ECONOMIC_SERIES,
  ECONOMIC_OBSERVATIONS,
  SERIES_VINTAGES,
  ...MARKET_TABLES,
  COMPANY_EXPOSURES,
  NEWS_ARTICLES,
  EDITORIAL_TAKES,
  INDUSTRY_SOURCES,
  INDUSTRY_RECORDS,
  ...STOCK_TABLES,
  ...REGISTER_TABLES,
  ...FUNDING_TABLES,
  ORIGINS,
  ORIGIN_ROWS,
];

export function datasetTable(name: string): TableDefinition | undefined {
  return DATASET_TABLES.find((t) => t.name === name);
}
