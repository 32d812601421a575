import { LgaInfoSchema, StateCensusAveragesSchema } from "../../../../gen/shorts/v1alpha1/housing_pb.ts";
import type { QueryResults } from "../../../../snapshot/pages/query-results.ts";
import { messageStruct } from "../../../../snapshot/pages/row-message.ts";
import { whenPublic } from "../../../../snapshot/tables/public-licence-sql.ts";
import { comparedMetrics } from "../../metrics/similarity-metrics.ts";
import { type SummaryRow, suburbSummaries } from "../lists.ts";

// Row types list only the columns that code reads; the others are fields of their messages.

type Text = string | null;

/** Blocks of a suburb as stored in the snapshot; null is absent. */
export interface ProfileRow {
  readonly sal_code: string;
  readonly demographics: { readonly population: number | null; readonly censusYear: number | null };
  readonly banner: { readonly blurb: string };
  readonly lga_code: Text;
  readonly dominant_share: number | null;
  /** Source of the latest price; null without a price. */
  readonly price_source: Text;
  /** Source of the recorded offences; null without offences. */
  readonly offence_source: Text;
  readonly seifa: object | null;
  readonly elevation: object | null;
  /** Other councils with a share of the residents. */
  readonly council_overlaps: readonly { readonly lgaCode: string; readonly share: number }[] | null;
  /** `compared` is a bit mask over SIMILARITY_METRICS. */
  readonly similar_suburbs:
    | readonly { readonly salCode: string; readonly similarity: number; readonly compared: number }[]
    | null;
  /** `pctRank` is the percentile within the state, unrounded. */
  readonly crime: {
    readonly stats: readonly { readonly crimeType: string; readonly pctRank: number }[];
    readonly source: Text;
    readonly sourceLicence: Text;
  } | null;
  readonly hazards: Readonly<Record<"waterSource" | "floodSource" | "bushfireSource", Text>> | null;
  readonly planning: Readonly<Record<"zoningSource" | "heritageSource" | "sourceLicence", Text>> | null;
}

/** Blocks of all suburbs, sal_code ascending; a block whose licence is not public is null. */
export const SUBURB_PROFILES = `
SELECT
  sal_code, demographics, banner, lga_code, dominant_share, price_source, offence_source,
  seifa, elevation, council_overlaps, similar_suburbs,
  ${whenPublic(["crime"], "crime_licence")},
  ${whenPublic(["hazards"], "hazards_licence")},
  ${whenPublic(["planning"], "planning_licence")}
FROM serve.suburb_profiles
ORDER BY sal_code`;

interface ListingStatsRow {
  readonly sal_code: string;
  readonly for_sale_count: number;
  readonly sold_count: number;
}

/** Listing statistics by suburb over all its regions, with computation time and newest sighting. */
const LISTING_STATS = `
SELECT sal_code, for_sale_count, avg_asking, median_asking, sold_count, avg_sold, median_sold, as_of, data_through
FROM serve.profile_listing_stats
LEFT JOIN (SELECT as_of, data_through FROM serve.refresh_stamps WHERE name = 'suburb_listing_stats') ON true`;

interface CouncilRow {
  readonly lga_code: string;
  readonly lga_name: string;
  readonly state_code: string;
  readonly slug: Text;
  readonly display_name: Text;
}

/** `dominant_share` belongs to the suburb, not the council. */
const COUNCIL_COLUMNS = LgaInfoSchema.fields
  .map(({ name }) => name)
  .filter((name) => name !== "dominant_share");

export interface StateBaselineRow {
  readonly baseline_state: string;
  readonly state_median_price: number | null;
  readonly state_income_basis: Text;
  /** `basis`: whether shares are published or computed from suburbs; null without shares. */
  readonly state_census: { readonly basis: Text };
}

/** Baselines of the eight states, one column per field. */
const BASELINES = `
SELECT
  state_code AS baseline_state, state_median_price, state_median_weekly_hhd_income, national_median_weekly_hhd_income,
  capital_median_price, capital_region_name, capital_region_code,
  rest_of_state_median_price, rest_of_state_region_name,
  strftime(abs_median_period, '%Y-%m-%d') AS abs_median_period,
  state_income_basis, national_income_basis,
  ${messageStruct(StateCensusAveragesSchema, { basis: "census_basis" })} AS state_census
FROM serve.state_baselines`;

export const PROFILE_QUERIES = {
  summaries: suburbSummaries("sal_code AS page_key", "sal_code"),
  councils: `SELECT ${COUNCIL_COLUMNS.join(", ")} FROM serve.councils`,
  baselines: BASELINES,
  listingStats: LISTING_STATS,
  suburbProfiles: SUBURB_PROFILES,
};

/** All data of one suburb; absent parts are null or undefined. */
export type SuburbProfile = ReturnType<Awaited<ReturnType<typeof profileReader>>>;

/** Returns a function that joins a suburb's blocks with the small tables that many profiles refer to. */
export async function profileReader(results: QueryResults) {
  const byKey = async <R>(query: keyof typeof PROFILE_QUERIES, key: keyof R) =>
    new Map((await results.rows<R & object>(query)).map((row) => [row[key] as string, row as R]));
  const summaries = await byKey<SummaryRow>("summaries", "sal_code");
  const councils = await byKey<CouncilRow>("councils", "lga_code");
  const baselines = await byKey<StateBaselineRow>("baselines", "baseline_state");
  const listings = await byKey<ListingStatsRow>("listingStats", "sal_code");
  return (row: ProfileRow) => {
    const summary = summaries.get(row.sal_code)!;
    const council = councils.get(row.lga_code ?? "");
    const listingStats = listings.get(row.sal_code);
    const isOnMarket = (listingStats?.for_sale_count ?? 0) + (listingStats?.sold_count ?? 0) > 0;
    return {
      ...row,
      summary,
      baselines: baselines.get(summary.state_code),
      council: council && { ...council, dominant_share: row.dominant_share },
      councilOverlaps: (row.council_overlaps ?? []).flatMap(({ lgaCode, share }) => {
        const other = councils.get(lgaCode);
        if (other === undefined) return [];
        const { lga_code, display_name, lga_name, state_code, slug } = other;
        return [{ lga_code, display_name: display_name ?? lga_name, state_code, slug, share }];
      }),
      similar: (row.similar_suburbs ?? []).flatMap(({ salCode, similarity, compared }) => {
        const suburb = summaries.get(salCode);
        if (suburb === undefined) return [];
        const { sal_code, sal_name, state_code, latest_median_price, region_code } = suburb;
        const compared_metrics = comparedMetrics(compared);
        return [
          { sal_code, sal_name, state_code, latest_median_price, similarity, region_code, compared_metrics },
        ];
      }),
      /** Whether the crawl covers the suburb; `listingStats` is set only if a count is above 0. */
      isListed: listingStats !== undefined,
      listingStats: isOnMarket ? listingStats : undefined,
    };
  };
}
