import { whenPublic } from "../../../../engine/sql/public-licence.ts";
import { statement } from "../../../../engine/sql/statement.ts";

/** Blocks that every profile has, as JSON texts. */
export interface RequiredBlocks {
  readonly demographics: string;
  readonly banner: string;
  readonly lga_code: string | null;
  readonly dominant_share: number | null;
}

/** Blocks that a profile may lack, as JSON texts; null is absent. */
export interface OptionalBlocks {
  readonly seifa: string | null;
  readonly elevation: string | null;
  readonly council_overlaps: string | null;
  readonly similar_suburbs: string | null;
  readonly crime: string | null;
  readonly hazards: string | null;
  readonly planning: string | null;
}

/** The whole profile of a suburb: one row, or none for an unknown code. */
export const SUBURB_PROFILE = statement<RequiredBlocks & OptionalBlocks>(
  "suburb profile",
  { sal_code: "varchar" },
  `
SELECT
  demographics, banner, lga_code, dominant_share,
  seifa, elevation, council_overlaps, similar_suburbs,
  ${whenPublic(["crime"], "crime_licence")},
  ${whenPublic(["hazards"], "hazards_licence")},
  ${whenPublic(["planning"], "planning_licence")}
FROM suburb_profiles
WHERE sal_code = $sal_code
`,
);

/** What a profile cannot do without; asked when the whole cannot be read. */
export const REQUIRED_SUBURB_PROFILE = statement<RequiredBlocks>(
  "required suburb profile",
  { sal_code: "varchar" },
  `
SELECT demographics, banner, lga_code, dominant_share
FROM suburb_profiles
WHERE sal_code = $sal_code
`,
);

export interface ListingStatsRow {
  readonly for_sale_count: number;
  readonly avg_asking: number | null;
  readonly median_asking: number | null;
  readonly sold_count: number;
  readonly avg_sold: number | null;
  readonly median_sold: number | null;
}

/** Listing statistics of a suburb, all its regions taken together; no row outside the crawl. */
export const SUBURB_LISTING_STATS = statement<ListingStatsRow>(
  "suburb listing stats",
  { sal_code: "varchar" },
  `
SELECT for_sale_count, avg_asking, median_asking, sold_count, avg_sold, median_sold
FROM profile_listing_stats
WHERE sal_code = $sal_code
`,
);

export interface ListingStampRow {
  readonly as_of: number;
  readonly data_through: number | null;
}

/** When the listing statistics were computed and the newest sighting behind them; no row without listings. */
export const LISTING_STATS_STAMP = statement<ListingStampRow>(
  "listing stats stamp",
  {},
  "SELECT as_of, data_through FROM refresh_stamps WHERE name = 'suburb_listing_stats'",
);
