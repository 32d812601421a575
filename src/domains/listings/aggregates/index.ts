import { type Aggregate, viewAggregate } from "../../../snapshot/tables/aggregate.ts";
import { IS_PUBLIC } from "../../../snapshot/tables/public-licence-sql.ts";
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
import { relistGaps } from "./steps/relist-gaps.ts";
import { soldListings } from "./steps/sold-listings.ts";
import { suburbDropListings } from "./suburb-drop-listings.ts";
import { suburbListingStats } from "./suburb-listing-stats.ts";
import { suburbPriceDrops } from "./suburb-price-drops.ts";

/**
 * `step.public_listings` and `step.public_events`: the listings that may be shown, and their events. What counts or shows
 * listings reads these, or joins a table that was made from them: no address, name, price or count of a listing under
 * the restricted licence can then reach an answer.
 */
const PUBLIC_LISTINGS = `
CREATE OR REPLACE VIEW step.public_listings AS
SELECT * FROM property_listings WHERE ${IS_PUBLIC};

CREATE OR REPLACE VIEW step.public_events AS
SELECT * FROM property_price_events
WHERE listing_pk IN (SELECT id FROM step.public_listings);
`;

const publicListings = viewAggregate("public listings", PUBLIC_LISTINGS);

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
