import type { PageSet } from "../../../snapshot/pages/page-set.ts";
import { HOUSING_REGION_PAGES, STATE_SUBURB_PAGES } from "./lists.ts";
import { MAP_PAGES } from "./maps/index.ts";
import { COLLECTION_PAGES, OUTLINE_PAGES } from "./outlines.ts";
import { PLACE_PAGES } from "./places.ts";
import { HEADLINE_PAGES, PRICE_SERIES_PAGES } from "./prices.ts";
import { PROFILE_PAGES } from "./profile/index.ts";

export const SUBURB_PAGES: readonly PageSet[] = [
  PROFILE_PAGES,
  PRICE_SERIES_PAGES,
  HEADLINE_PAGES,
  STATE_SUBURB_PAGES,
  HOUSING_REGION_PAGES,
  PLACE_PAGES,
  OUTLINE_PAGES,
  COLLECTION_PAGES,
  MAP_PAGES,
];
