import type { Message } from "@bufbuild/protobuf";
import type {
  SuburbDemographics,
  SuburbElevation,
  SuburbHazardExposure,
  SuburbPlanning,
  SuburbSeifa,
  SuburbSeifaIndex,
} from "../../../../gen/shorts/v1alpha1/housing_pb.ts";

/**
 * A block of a suburb profile as the snapshot holds it: the fields of its message, null where a figure is unknown. A
 * missing block is absent altogether.
 */
type Block<Of extends Message> = {
  readonly [Name in Exclude<keyof Of, keyof Message>]-?: Exclude<Of[Name], undefined> | null;
};

export type DemographicsBlock = Block<SuburbDemographics>;

export type SeifaBlock = Readonly<Record<Exclude<keyof SuburbSeifa, keyof Message>, Block<SuburbSeifaIndex>>>;

export interface BannerBlock {
  readonly archetype: string;
  readonly blurb: string;
  readonly landmarks: readonly { readonly name: string; readonly kind: string }[];
  readonly bgKey: string;
  readonly bgUrl: string;
}

export type ElevationBlock = Block<SuburbElevation>;

export interface CrimeStatBlock {
  readonly crimeType: string;
  readonly ratePer100k: number;
  /** Percentile within the state, unrounded. */
  readonly pctRank: number;
  readonly fyEnding: number;
}

export interface CrimeBlock {
  readonly stats: readonly CrimeStatBlock[];
  readonly sourceJurisdiction: string | null;
  readonly source: string | null;
  readonly sourceLicence: string | null;
}

export type HazardsBlock = Block<SuburbHazardExposure>;

export type PlanningBlock = Omit<Block<SuburbPlanning>, "zoneShares" | "instruments"> &
  Readonly<Pick<SuburbPlanning, "zoneShares" | "instruments">>;

/** A council that holds a share of a suburb's residents. */
export interface CouncilShare {
  readonly lgaCode: string;
  readonly share: number;
}

export interface SimilarityBlock {
  readonly salCode: string;
  readonly similarity: number;
  /** Bits of SIMILARITY_METRICS. */
  readonly compared: number;
}
