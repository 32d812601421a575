import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { LISTING_MARKET } from "./listing-market.ts";
import { PRICES } from "./prices.ts";
import { SIMILAR_SUBURBS } from "./similar/similar-suburbs.ts";
import { SUBURB_FACTS } from "./suburb-facts.ts";
import { SUBURBS } from "./suburbs.ts";

/** In order of dependency: an aggregate comes after those whose tables it reads. */
export const SUBURB_AGGREGATES: readonly Aggregate[] = [
  ...PRICES,
  ...LISTING_MARKET,
  ...SUBURB_FACTS,
  SIMILAR_SUBURBS,
  ...SUBURBS,
];
