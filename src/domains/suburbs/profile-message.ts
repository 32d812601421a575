import { create } from "@bufbuild/protobuf";
import {
  type ComparisonBaselines,
  ComparisonBaselinesSchema,
  type GetSuburbProfileResponse,
  GetSuburbProfileResponseSchema,
  type LgaInfo,
  LgaInfoSchema,
  LgaOverlapSchema,
  SimilarSuburbSchema,
  SuburbBannerSchema,
  SuburbCrimeSchema,
  SuburbDemographicsSchema,
  SuburbElevationSchema,
  SuburbHazardExposureSchema,
  SuburbListingStatsSchema,
  SuburbPlanningSchema,
  type SuburbProvenance,
  SuburbProvenanceSchema,
  SuburbSeifaIndexSchema,
  SuburbSeifaSchema,
  type SuburbSummary,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { absentNumbers } from "../../snapshot/pages/absent-numbers.ts";
import { filledMessage, type Row, rowMessages } from "../../snapshot/pages/row-message.ts";
import type { ProfileProvenance } from "./provenance.ts";
import type { CouncilRow } from "./queries/profile/councils.ts";
import type { CrimeBlock } from "./queries/profile/profile-blocks.ts";
import type { StateBaselineRow } from "./queries/profile/state-baselines.ts";
import type { SuburbProfile } from "./queries/profile/suburb-profile.ts";

/** A row without its nulls, for a message with lists of others. */
function withoutNulls<Row extends object>(row: Row): { [K in keyof Row]?: NonNullable<Row[K]> } {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as never;
}

/** The census that a row without a year is from. */
const DEFAULT_CENSUS_YEAR = 2021;

/** The profile without its origins. */
export function suburbProfileMessage(
  profile: SuburbProfile,
  summary: SuburbSummary,
): GetSuburbProfileResponse {
  const { banner, elevation, hazards, planning, crime } = profile;
  const demographics = {
    ...profile.demographics,
    censusYear: profile.demographics.censusYear ?? DEFAULT_CENSUS_YEAR,
  };
  return filledMessage(GetSuburbProfileResponseSchema, {
    summary: profileSummary(profile, summary),
    demographics: filledMessage(SuburbDemographicsSchema, demographics),
    baselines: baselinesMessage(profile.baselines),
    council: councilMessage(profile.council),
    similar: profile.similar.map(({ suburb, similarity, comparedMetrics }) =>
      filledMessage(SimilarSuburbSchema, {
        salCode: suburb.sal_code,
        salName: suburb.sal_name,
        stateCode: suburb.state_code,
        latestMedianPrice: suburb.latest_median_price ?? 0,
        similarity,
        regionCode: suburb.region_code ?? "",
        comparedMetrics,
      }),
    ),
    banner: create(SuburbBannerSchema, { ...banner, landmarks: [...banner.landmarks] }),
    crime: crime && create(SuburbCrimeSchema, { ...withoutNulls(crime), stats: [...crime.stats] }),
    listingStats: profile.listingStats && listingStatsMessage(profile.listingStats as unknown as Row),
    elevation: elevation && filledMessage(SuburbElevationSchema, elevation),
    hazards: hazards && filledMessage(SuburbHazardExposureSchema, hazards),
    councilOverlaps: profile.councilOverlaps.map((council) =>
      filledMessage(LgaOverlapSchema, {
        lgaCode: council.lga_code,
        displayName: council.display_name ?? council.lga_name,
        stateCode: council.state_code,
        slug: council.slug,
        share: council.share,
      }),
    ),
    planning:
      planning &&
      create(SuburbPlanningSchema, {
        ...withoutNulls(planning),
        zoneShares: [...planning.zoneShares],
        instruments: [...planning.instruments],
      }),
    absentFields: absentNumbers(GetSuburbProfileResponseSchema, {
      summary: { ...profile.summary, seifa: profile.seifa },
      demographics,
      baselines: profile.baselines ?? {},
      council: profile.council === undefined ? {} : { ...profile.council.row, ...profile.council },
      similar: profile.similar.map(({ suburb: { latest_median_price }, similarity }) => ({
        ...{ latest_median_price, similarity },
      })),
      listing_stats: profile.listingStats,
    }),
  });
}

export function provenanceMessage(provenance: ProfileProvenance): SuburbProvenance {
  const { blocks, metrics, sources, cells, withheld } = provenance;
  return create(SuburbProvenanceSchema, {
    cells: cells.map((one) => ({ ...one, figures: [...one.figures], columns: [...one.columns] })),
    withheld: withheld.map((one) => ({ ...one })),
    blocks: blocks.map((one) => ({ ...one, sourceIds: [...one.sourceIds] })),
    metrics: metrics.map(({ metricKeys, sourceIds }) => ({
      metricKeys: [...metricKeys],
      sourceIds: [...sourceIds],
    })),
    sources: sources.map(({ id, publisher, title, licence, vintage, attribution = "", url = "" }) => ({
      ...{ id, publisher, title, licence, vintage, attribution, url },
    })),
  });
}

/** The list's summary with the indexes and with ranks as they were computed, unrounded. */
function profileSummary({ seifa, crime }: SuburbProfile, message: SuburbSummary): SuburbSummary {
  if (seifa !== undefined) {
    message.seifa = filledMessage(SuburbSeifaSchema, {
      irsd: filledMessage(SuburbSeifaIndexSchema, seifa.irsd),
      irsad: filledMessage(SuburbSeifaIndexSchema, seifa.irsad),
      ier: filledMessage(SuburbSeifaIndexSchema, seifa.ier),
      ieo: filledMessage(SuburbSeifaIndexSchema, seifa.ieo),
    });
  }
  message.crimeBreakInsRank = rankOf(crime, "break_ins") ?? message.crimeBreakInsRank;
  message.crimeViolentRank = rankOf(crime, "violent") ?? message.crimeViolentRank;
  message.crimeMotorVehicleRank = rankOf(crime, "motor_vehicle") ?? message.crimeMotorVehicleRank;
  return message;
}

function rankOf(crime: CrimeBlock | undefined, crimeType: string): number | undefined {
  return crime?.stats.find((stat) => stat.crimeType === crimeType)?.pctRank;
}

/** Messages of the few baselines, each made once: thousands of suburbs share them. */
const baselineMessages = new WeakMap<StateBaselineRow, ComparisonBaselines>();

function baselinesMessage(row: StateBaselineRow | undefined): ComparisonBaselines {
  if (row === undefined) return create(ComparisonBaselinesSchema, {});
  let message = baselineMessages.get(row);
  if (message === undefined) {
    // Nobody publishes a median price of the country.
    const options = { without: ["national_median_price"], keyColumns: ["baseline_state"] };
    message = rowMessages(ComparisonBaselinesSchema, Object.keys(row), options)(row as unknown as Row);
    baselineMessages.set(row, message);
  }
  return message;
}

/** Messages of councils without what belongs to a suburb, each made once. */
const councilMessages = new WeakMap<CouncilRow, LgaInfo>();

/** The dominant council; a message with empty fields when the suburb is in none. */
function councilMessage(council: SuburbProfile["council"]): LgaInfo {
  if (council === undefined) return create(LgaInfoSchema, {});
  const { row, dominantShare } = council;
  let message = councilMessages.get(row);
  if (message === undefined) {
    message = rowMessages(LgaInfoSchema, Object.keys(row), { without: ["dominant_share"] })(
      row as unknown as Row,
    );
    councilMessages.set(row, message);
  }
  return { ...message, dominantShare: dominantShare ?? message.dominantShare };
}

const listingStatsMessage = rowMessages(
  SuburbListingStatsSchema,
  SuburbListingStatsSchema.fields.map(({ name }) => name),
);
