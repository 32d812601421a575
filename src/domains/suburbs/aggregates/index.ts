import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { DECLARED_PROPERTY } from "./declared-property.ts";
import { PARTY_INDEX } from "./party-index.ts";
import { HOUSING_HEADLINE } from "./prices/housing-headline.ts";
import { HOUSING_REGIONS } from "./prices/housing-regions.ts";
import { LATEST_PRICE } from "./prices/latest-price.ts";
import { LISTING_MARKET } from "./prices/listing-market.ts";
import { MARKET_STAYS } from "./prices/market-stays.ts";
import { PRICE_SERIES } from "./prices/price-series.ts";
import { SUBURB_MARKET } from "./prices/suburb-market.ts";
import { SUBURB_PRICE } from "./prices/suburb-price.ts";
import { SIMILAR_SUBURBS } from "./similar/similar-suburbs.ts";
import { STATE_BASELINES } from "./state-baselines.ts";
import { SUBURB_BANNER } from "./suburb-banner.ts";
import { SUBURB_BROADBAND } from "./suburb-broadband.ts";
import { SUBURB_CENSUS } from "./suburb-census.ts";
import { SUBURB_COUNCILS } from "./suburb-councils.ts";
import { SUBURB_CRIME, SUBURB_OFFENCE_RATES } from "./suburb-crime.ts";
import { SUBURB_LAND } from "./suburb-land.ts";
import { SUBURB_METRICS } from "./suburb-metrics.ts";
import { SUBURB_OUTLINES } from "./suburb-outlines.ts";
import { SUBURB_PLACES } from "./suburb-places.ts";
import { SUBURB_PROFILES } from "./suburb-profiles.ts";
import { SUBURBS } from "./suburbs.ts";

/** Prices, suburbs, profiles and metrics; an aggregate comes after those whose tables it reads. */
export const SUBURB_AGGREGATES: readonly Aggregate[] = [
  LATEST_PRICE,
  HOUSING_HEADLINE,
  PRICE_SERIES,
  HOUSING_REGIONS,
  SUBURB_PRICE,
  SUBURB_MARKET,
  MARKET_STAYS,
  LISTING_MARKET,
  SUBURB_CENSUS,
  SUBURB_CRIME,
  SUBURB_OFFENCE_RATES,
  SUBURB_BROADBAND,
  PARTY_INDEX,
  SUBURB_COUNCILS,
  SUBURB_LAND,
  SIMILAR_SUBURBS,
  SUBURB_BANNER,
  STATE_BASELINES,
  DECLARED_PROPERTY,
  SUBURBS,
  SUBURB_PROFILES,
  SUBURB_METRICS,
  SUBURB_OUTLINES,
  SUBURB_PLACES,
];
