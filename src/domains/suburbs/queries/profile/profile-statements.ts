import { whenPublic } from "../../../../engine/sql/public-licence.ts";
import type {
  BannerBlock,
  CouncilShare,
  CrimeBlock,
  DemographicsBlock,
  ElevationBlock,
  HazardsBlock,
  PlanningBlock,
  SeifaBlock,
  SimilarityBlock,
} from "./profile-blocks.ts";

/** The blocks of a suburb as the snapshot holds them; null is absent. */
export interface ProfileRow {
  readonly sal_code: string;
  readonly demographics: DemographicsBlock;
  readonly banner: BannerBlock;
  readonly lga_code: string | null;
  readonly dominant_share: number | null;
  /** Source of the latest price; null without one. */
  readonly price_source: string | null;
  /** Source of the recorded offences; null without any. */
  readonly offence_source: string | null;
  readonly seifa: SeifaBlock | null;
  readonly elevation: ElevationBlock | null;
  readonly council_overlaps: readonly CouncilShare[] | null;
  readonly similar_suburbs: readonly SimilarityBlock[] | null;
  readonly crime: CrimeBlock | null;
  readonly hazards: HazardsBlock | null;
  readonly planning: PlanningBlock | null;
}

/** Every suburb's blocks, sal_code ascending; what its licence withholds is absent. */
export const SUBURB_PROFILES = `
SELECT
  sal_code, demographics, banner, lga_code, dominant_share, price_source, offence_source,
  seifa, elevation, council_overlaps, similar_suburbs,
  ${whenPublic(["crime"], "crime_licence")},
  ${whenPublic(["hazards"], "hazards_licence")},
  ${whenPublic(["planning"], "planning_licence")}
FROM serve.suburb_profiles
ORDER BY sal_code`;

/** What is looked at of a suburb's listing statistics; the other columns are fields of SuburbListingStats. */
export interface ListingStatsRow {
  readonly sal_code: string;
  readonly for_sale_count: number;
  readonly sold_count: number;
}

/**
 * Listing statistics of every suburb of the crawl, all its regions taken together; when they were computed and the newest
 * sighting behind them.
 */
export const LISTING_STATS = `
SELECT sal_code, for_sale_count, avg_asking, median_asking, sold_count, avg_sold, median_sold, as_of, data_through
FROM serve.profile_listing_stats
LEFT JOIN (SELECT as_of, data_through FROM serve.refresh_stamps WHERE name = 'suburb_listing_stats') ON true`;
