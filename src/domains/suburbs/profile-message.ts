import { create } from "@bufbuild/protobuf";
import {
  type ComparisonBaselines,
  ComparisonBaselinesSchema,
  type GetSuburbProfileResponse,
  GetSuburbProfileResponseSchema,
  type LgaInfo,
  LgaInfoSchema,
  SimilarSuburbSchema,
  StateCensusAveragesSchema,
  SuburbBannerSchema,
  SuburbCrimeSchema,
  SuburbDemographicsSchema,
  SuburbElevationSchema,
  SuburbHazardExposureSchema,
  type SuburbListingStats,
  SuburbListingStatsSchema,
  SuburbPlanningSchema,
  type SuburbProvenance,
  SuburbProvenanceSchema,
  SuburbSeifaSchema,
  type SuburbSummary,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { dateOfDay, timestampOfInstant } from "../../rpc/encoding/timestamps.ts";
import { withoutNulls } from "../../rpc/encoding/without-nulls.ts";
import { camelCase } from "../../runtime/camel-case.ts";
import { suburbSummaryMessage } from "./messages.ts";
import type { ProfileProvenance } from "./provenance.ts";
import type { CrimeBlock } from "./queries/profile/profile-blocks.ts";
import type { StateBaselineRow } from "./queries/profile/state-baselines.ts";
import type { SuburbProfile } from "./queries/profile/suburb-profile.ts";

/** The census that a row without a year is from. */
const DEFAULT_CENSUS_YEAR = 2021;

export function suburbProfileMessage(
  profile: SuburbProfile,
  provenance: ProfileProvenance,
): GetSuburbProfileResponse {
  const { banner, elevation, hazards, planning, crime } = profile;
  return create(GetSuburbProfileResponseSchema, {
    summary: profileSummary(profile),
    demographics: create(SuburbDemographicsSchema, {
      ...withoutNulls(profile.demographics),
      censusYear: profile.demographics.censusYear ?? DEFAULT_CENSUS_YEAR,
    }),
    baselines: baselinesMessage(profile.baselines),
    council: councilMessage(profile.council),
    similar: profile.similar.map((suburb) =>
      create(SimilarSuburbSchema, {
        salCode: suburb.salCode ?? "",
        salName: suburb.salName ?? "",
        stateCode: suburb.stateCode ?? "",
        latestMedianPrice: suburb.latestMedianPrice ?? 0,
        similarity: suburb.similarity,
        regionCode: suburb.regionCode ?? "",
        comparedMetrics: [...suburb.comparedMetrics],
      }),
    ),
    banner: create(SuburbBannerSchema, { ...banner, landmarks: [...banner.landmarks] }),
    ...(crime && { crime: create(SuburbCrimeSchema, { ...withoutNulls(crime), stats: [...crime.stats] }) }),
    ...listingStatsField(profile.listingStats),
    ...(elevation && { elevation: create(SuburbElevationSchema, withoutNulls(elevation)) }),
    ...(hazards && { hazards: create(SuburbHazardExposureSchema, withoutNulls(hazards)) }),
    councilOverlaps: profile.councilOverlaps.map((council) => ({
      lgaCode: council.lga_code,
      displayName: council.display_name ?? council.lga_name,
      stateCode: council.state_code,
      slug: council.slug ?? "",
      share: council.share,
    })),
    ...(planning && {
      planning: create(SuburbPlanningSchema, {
        ...withoutNulls(planning),
        zoneShares: [...planning.zoneShares],
        instruments: [...planning.instruments],
      }),
    }),
    provenance: provenanceMessage(provenance),
  });
}

function provenanceMessage({ blocks, metrics, sources }: ProfileProvenance): SuburbProvenance {
  return create(SuburbProvenanceSchema, {
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
function profileSummary({ summary, seifa, crime }: SuburbProfile): SuburbSummary {
  const message = suburbSummaryMessage(summary);
  if (seifa !== undefined) {
    message.seifa = create(SuburbSeifaSchema, {
      irsd: withoutNulls(seifa.irsd),
      irsad: withoutNulls(seifa.irsad),
      ier: withoutNulls(seifa.ier),
      ieo: withoutNulls(seifa.ieo),
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

function baselinesMessage(row: StateBaselineRow | undefined): ComparisonBaselines {
  if (row === undefined) return create(ComparisonBaselinesSchema, {});
  return create(ComparisonBaselinesSchema, {
    stateMedianPrice: row.state_median_price ?? 0,
    stateMedianWeeklyHhdIncome: row.state_median_weekly_hhd_income ?? 0,
    nationalMedianWeeklyHhdIncome: row.national_median_weekly_hhd_income ?? 0,
    capitalMedianPrice: row.capital_median_price ?? 0,
    capitalRegionName: row.capital_region_name ?? "",
    capitalRegionCode: row.capital_region_code ?? "",
    restOfStateMedianPrice: row.rest_of_state_median_price ?? 0,
    restOfStateRegionName: row.rest_of_state_region_name ?? "",
    stateIncomeBasis: row.state_income_basis ?? "",
    nationalIncomeBasis: row.national_income_basis ?? "",
    absMedianPeriod: dateOfDay(row.abs_median_period),
    stateCensus: create(StateCensusAveragesSchema, {
      pctOwnedOutright: row.pct_owned_outright ?? 0,
      pctOwnedMortgage: row.pct_owned_mortgage ?? 0,
      pctRented: row.pct_rented ?? 0,
      pctSeparateHouse: row.pct_separate_house ?? 0,
      pctFlatApartment: row.pct_flat_apartment ?? 0,
      pctCoupleWithChildren: row.pct_couple_with_children ?? 0,
      pctLonePersonHousehold: row.pct_lone_person_household ?? 0,
      unemploymentRate: row.unemployment_rate ?? 0,
      labourForceParticipationRate: row.labour_force_participation_rate ?? 0,
      pctBachelorOrHigher: row.pct_bachelor_or_higher ?? 0,
      pctLowPersonalIncome: row.pct_low_personal_income ?? 0,
      pctHighPersonalIncome: row.pct_high_personal_income ?? 0,
      basis: row.census_basis ?? "",
    }),
  });
}

/** The dominant council; a message with empty fields when the suburb is in none. */
function councilMessage(council: SuburbProfile["council"]): LgaInfo {
  if (council === undefined) return create(LgaInfoSchema, {});
  const fields: Record<string, unknown> = { dominantShare: council.dominantShare };
  for (const [name, value] of Object.entries(council)) fields[camelCase(name)] = value;
  return create(LgaInfoSchema, withoutNulls(fields));
}

function listingStatsField(stats: SuburbProfile["listingStats"]): { listingStats?: SuburbListingStats } {
  if (stats === undefined) return {};
  const { stamp } = stats;
  return {
    listingStats: create(SuburbListingStatsSchema, {
      forSaleCount: stats.for_sale_count,
      avgAsking: stats.avg_asking ?? 0,
      medianAsking: stats.median_asking ?? 0,
      soldCount: stats.sold_count,
      avgSold: stats.avg_sold ?? 0,
      medianSold: stats.median_sold ?? 0,
      ...(stamp && { asOf: timestampOfInstant(stamp.as_of) }),
      ...(stamp && stamp.data_through !== null && { dataThrough: timestampOfInstant(stamp.data_through) }),
    }),
  };
}
