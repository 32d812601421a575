import type { PageSet } from "../../../snapshot/pages/page-set.ts";
import { HEADLINE_PAGES, PRICE_SERIES_PAGES } from "./prices.ts";
import { PROFILE_PAGES } from "./profiles.ts";

export const SUBURB_PAGES: readonly PageSet[] = [PROFILE_PAGES, PRICE_SERIES_PAGES, HEADLINE_PAGES];
