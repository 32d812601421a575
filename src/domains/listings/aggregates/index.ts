import type { Aggregate } from "../../../snapshot/tables/aggregate.ts";
import { addressPriceDrops } from "./address-price-drops.ts";
import { agencyPriceStats } from "./agency-price-stats.ts";
import { dropIndexDaily } from "./drop-index/drop-index-daily.ts";
import { indexMembership } from "./drop-index/index-membership.ts";
import { suburbActiveDays } from "./drop-index/suburb-active-days.ts";
import { suburbCutDays } from "./drop-index/suburb-cut-days.ts";
import { propertyHistory } from "./property-history.ts";
import { propertyValuations } from "./property-valuations.ts";
import { refreshStamps } from "./refresh-stamps.ts";
import { statePriceDrops } from "./state-price-drops.ts";
import { addressChains } from "./steps/address-chains.ts";
import { addressCutsOfWindow } from "./steps/address-cuts.ts";
import { crawledRegions } from "./steps/crawled-regions.ts";
import { listingRows } from "./steps/listing-rows.ts";
import { priceCuts } from "./steps/price-cuts.ts";
import { publicListings } from "./steps/public-listings.ts";
import { relistGaps } from "./steps/relist-gaps.ts";
import { soldListings } from "./steps/sold-listings.ts";
import { suburbDropListings } from "./suburb-drop-listings.ts";
import { suburbListingStats } from "./suburb-listing-stats.ts";
import { suburbPriceDrops } from "./suburb-price-drops.ts";

/** Everything derived from listings, in the order it must run: first the shared steps, then the serving tables. */
export const LISTING_AGGREGATES: readonly Aggregate[] = [
  publicListings,
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
