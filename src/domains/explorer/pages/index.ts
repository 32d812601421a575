import type { PageSet } from "../../../snapshot/pages/page-set.ts";
import { MARKET_PERIOD_PAGES, MARKET_WEEK_PAGES, SET_MARKET } from "./market.ts";
import { SET_CUTS } from "./set-cuts.ts";
import { SET_AGENCIES, SET_INDEX, SET_PLACES, SET_PRICES } from "./set-frames.ts";
import { SET_LISTINGS, SET_SOLD } from "./set-listings.ts";

/** Sorted columns for counting figures of any set of suburbs, and market series by suburb. */
export const EXPLORER_PAGES: readonly PageSet[] = [
  SET_PLACES,
  SET_LISTINGS,
  SET_SOLD,
  SET_CUTS,
  SET_AGENCIES,
  SET_INDEX,
  SET_PRICES,
  SET_MARKET,
  MARKET_WEEK_PAGES,
  MARKET_PERIOD_PAGES,
];
