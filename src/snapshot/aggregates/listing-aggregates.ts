import type { Aggregate } from "../aggregate.ts";
import { addressChains } from "./address-chains.ts";
import { addressCutsOfWindow } from "./address-cuts.ts";
import { addressPriceDrops } from "./address-price-drops.ts";
import { agencyPriceStats } from "./agency-price-stats.ts";
import { crawledRegions } from "./crawled-regions.ts";
import { dropIndexDaily } from "./drop-index-daily.ts";
import { indexMembership } from "./index-membership.ts";
import { listingRows } from "./listing-rows.ts";
import { priceCuts } from "./price-cuts.ts";
import { propertyHistory } from "./property-history.ts";
import { propertyValuations } from "./property-valuations.ts";
import { refreshStamps } from "./refresh-stamps.ts";
import { relistGaps } from "./relist-gaps.ts";
import { soldListings } from "./sold-listings.ts";
import { statePriceDrops } from "./state-price-drops.ts";
import { suburbActiveDays } from "./suburb-active-days.ts";
import { suburbCutDays } from "./suburb-cut-days.ts";
import { suburbDropListings } from "./suburb-drop-listings.ts";
import { suburbListingStats } from "./suburb-listing-stats.ts";
import { suburbPriceDrops } from "./suburb-price-drops.ts";
import { withheldListings } from "./withheld-listings.ts";

/** Everything derived from listings, in the order it must run: first the shared steps, then the serving tables. */
export const LISTING_AGGREGATES: readonly Aggregate[] = [
  withheldListings,
  crawledRegions,
  listingRows,
  priceCuts,
  addressCutsOfWindow,
  soldListings,
  suburbListingStats,
  suburbPriceDrops,
  statePriceDrops,
  agencyPriceStats,
  suburbDropListings,
  addressChains,
  addressPriceDrops,
  propertyValuations,
  propertyHistory,
  relistGaps,
  indexMembership,
  suburbActiveDays,
  suburbCutDays,
  dropIndexDaily,
  refreshStamps,
];
