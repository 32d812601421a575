import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { MARKET_WEEKS } from "./market-weeks.ts";
import { OPEN_DROP_INDEX } from "./open-drop-index.ts";
import { OPEN_LISTINGS } from "./open-listings.ts";
import { OPEN_PLACES, SET_NUMBERS } from "./open-places.ts";
import { OPEN_PRICES } from "./open-prices.ts";

/** Tables for questions about any set of suburbs; they rest on the steps of the listings. */
export const EXPLORER_AGGREGATES: readonly Aggregate[] = [
  OPEN_PLACES,
  OPEN_LISTINGS,
  OPEN_DROP_INDEX,
  OPEN_PRICES,
  SET_NUMBERS,
  MARKET_WEEKS,
];
