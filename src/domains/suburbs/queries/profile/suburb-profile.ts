import { comparedMetrics } from "../../metrics/similarity-metrics.ts";
import type { SuburbSummaries, SummaryRow } from "../../pages/summaries.ts";
import type { CouncilRow } from "./councils.ts";
import type {
  BannerBlock,
  CrimeBlock,
  DemographicsBlock,
  ElevationBlock,
  HazardsBlock,
  PlanningBlock,
  SeifaBlock,
  SimilarityBlock,
} from "./profile-blocks.ts";
import type { ProfileReferences } from "./profile-references.ts";
import type { ListingStatsRow, ProfileRow } from "./profile-statements.ts";
import type { StateBaselineRow } from "./state-baselines.ts";

/** Everything known about one suburb; an absent block is undefined. */
export interface SuburbProfile {
  readonly summary: SummaryRow;
  /** Source of the latest price; null without one. */
  readonly priceSource: string | null;
  /** Source of the recorded offences; null without any. */
  readonly offenceSource: string | null;
  readonly demographics: DemographicsBlock;
  readonly banner: BannerBlock;
  readonly baselines: StateBaselineRow | undefined;
  readonly council: { readonly row: CouncilRow; readonly dominantShare: number | null } | undefined;
  readonly councilOverlaps: readonly (CouncilRow & { readonly share: number })[];
  readonly similar: readonly {
    readonly suburb: SummaryRow;
    readonly similarity: number;
    readonly comparedMetrics: readonly string[];
  }[];
  readonly seifa: SeifaBlock | undefined;
  readonly elevation: ElevationBlock | undefined;
  readonly crime: CrimeBlock | undefined;
  readonly hazards: HazardsBlock | undefined;
  readonly planning: PlanningBlock | undefined;
  readonly listingStats: ListingStatsRow | undefined;
}

/** What profiles are put together from. */
export interface ProfileParts {
  readonly summaries: SuburbSummaries;
  readonly references: ProfileReferences;
}

/** The profile of a suburb from its blocks; listing statistics are left out when both counts are 0. */
export function assembleProfile(
  { summaries, references }: ProfileParts,
  blocks: ProfileRow,
  listingStats: SuburbProfile["listingStats"],
): SuburbProfile {
  const summary = summaries.get(blocks.sal_code)!;
  const council = references.councils.get(blocks.lga_code ?? "");
  const hasListings = (listingStats?.for_sale_count ?? 0) + (listingStats?.sold_count ?? 0) > 0;
  return {
    summary,
    priceSource: blocks.price_source,
    offenceSource: blocks.offence_source,
    demographics: blocks.demographics,
    banner: blocks.banner,
    baselines: references.baselines.get(summary.state_code),
    council: council && { row: council, dominantShare: blocks.dominant_share },
    councilOverlaps: (blocks.council_overlaps ?? []).flatMap(({ lgaCode, share }) => {
      const other = references.councils.get(lgaCode);
      return other === undefined ? [] : [{ ...other, share }];
    }),
    similar: similarSuburbs(summaries, blocks.similar_suburbs ?? []),
    seifa: blocks.seifa ?? undefined,
    elevation: blocks.elevation ?? undefined,
    crime: blocks.crime ?? undefined,
    hazards: blocks.hazards ?? undefined,
    planning: blocks.planning ?? undefined,
    listingStats: hasListings ? listingStats : undefined,
  };
}

function similarSuburbs(
  summaries: SuburbSummaries,
  similar: readonly SimilarityBlock[],
): SuburbProfile["similar"] {
  return similar.flatMap(({ salCode, similarity, compared }) => {
    const suburb = summaries.get(salCode);
    return suburb === undefined ? [] : [{ suburb, similarity, comparedMetrics: comparedMetrics(compared) }];
  });
}
