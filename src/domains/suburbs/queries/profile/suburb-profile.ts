import type { ServingDatabase } from "../../../../engine/sql/database.ts";
import type { SnapshotView } from "../../../../engine/view.ts";
import { isTerraceError, TerraceError } from "../../../../runtime/errors.ts";
import { type SuburbStore, type SuburbSummary, suburbStore } from "../suburb-store.ts";
import type { CouncilRow } from "./councils.ts";
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
import { listingStamp, profileReferences } from "./profile-references.ts";
import {
  type ListingStampRow,
  type ListingStatsRow,
  type OptionalBlocks,
  REQUIRED_SUBURB_PROFILE,
  type RequiredBlocks,
  SUBURB_LISTING_STATS,
  SUBURB_PROFILE,
} from "./profile-statements.ts";
import type { StateBaselineRow } from "./state-baselines.ts";

/** Everything known about one suburb; an absent block is undefined. */
export interface SuburbProfile {
  readonly summary: SuburbSummary;
  readonly demographics: DemographicsBlock;
  readonly banner: BannerBlock;
  readonly baselines: StateBaselineRow | undefined;
  readonly council: (CouncilRow & { readonly dominantShare: number | null }) | undefined;
  readonly councilOverlaps: readonly (CouncilRow & { readonly share: number })[];
  readonly similar: readonly (SuburbSummary & { readonly similarity: number })[];
  readonly seifa: SeifaBlock | undefined;
  readonly elevation: ElevationBlock | undefined;
  readonly crime: CrimeBlock | undefined;
  readonly hazards: HazardsBlock | undefined;
  readonly planning: PlanningBlock | undefined;
  readonly listingStats: (ListingStatsRow & { readonly stamp: ListingStampRow | undefined }) | undefined;
}

/** A part that a profile can go without when it cannot be read. */
export type ProfilePart = keyof OptionalBlocks | "listing_stats" | "freshness";

export interface ProfileOptions {
  /** False removes the listing statistics without asking for them. */
  readonly withListings: boolean;
  /** Hears of each optional part that could not be read; the profile goes out without it. */
  readonly onPartDropped: (part: ProfilePart, cause: unknown) => void;
  readonly signal?: AbortSignal;
}

/** The profile of a suburb. An unknown code is refused as not found, before any table is asked for it. */
export async function suburbProfile(
  view: SnapshotView,
  salCode: string,
  options: ProfileOptions,
): Promise<SuburbProfile> {
  const store = await suburbStore(view);
  const row = store.rowOf(salCode);
  if (row === undefined) throw unknownSuburb(salCode);
  const summary = store.summary(row);
  const [blocks, references, listingStats] = await Promise.all([
    readBlocks(view.database, salCode, options),
    profileReferences(view),
    options.withListings ? readListingStats(view, salCode, options) : undefined,
  ]);
  const parse = <T>(block: keyof OptionalBlocks): T | undefined => {
    try {
      return (JSON.parse(blocks[block] ?? "null") as T | null) ?? undefined;
    } catch (cause) {
      options.onPartDropped(block, cause);
      return undefined;
    }
  };
  const council = references.councils.get(blocks.lga_code ?? "");
  return {
    summary,
    demographics: JSON.parse(blocks.demographics),
    banner: JSON.parse(blocks.banner),
    baselines: references.baselines.get(summary.stateCode ?? ""),
    council: council && { ...council, dominantShare: blocks.dominant_share },
    councilOverlaps: (parse<CouncilShare[]>("council_overlaps") ?? []).flatMap(({ lgaCode, share }) => {
      const other = references.councils.get(lgaCode);
      return other === undefined ? [] : [{ ...other, share }];
    }),
    similar: similarSuburbs(store, parse<SimilarityBlock[]>("similar_suburbs") ?? []),
    seifa: parse("seifa"),
    elevation: parse("elevation"),
    crime: parse("crime"),
    hazards: parse("hazards"),
    planning: parse("planning"),
    listingStats,
  };
}

function unknownSuburb(salCode: string): TerraceError {
  const shown = salCode.length > 20 ? `${salCode.slice(0, 20)}…` : salCode;
  return new TerraceError("not_found", `sal_code: no suburb has the code ${JSON.stringify(shown)}`);
}

function similarSuburbs(store: SuburbStore, similar: readonly SimilarityBlock[]): SuburbProfile["similar"] {
  return similar.flatMap(({ salCode, similarity }) => {
    const row = store.rowOf(salCode);
    return row === undefined ? [] : [{ ...store.summary(row), similarity }];
  });
}

const NO_BLOCKS: OptionalBlocks = {
  seifa: null,
  elevation: null,
  council_overlaps: null,
  similar_suburbs: null,
  crime: null,
  hazards: null,
  planning: null,
};

/** True for a failure of the storage itself; a passed deadline or an overload ends the call. */
function isStorageFailure(error: unknown, signal: AbortSignal | undefined): boolean {
  return !signal?.aborted && (!isTerraceError(error) || error.code === "internal");
}

/** All blocks in one query; when that fails, the required ones alone. */
async function readBlocks(
  database: ServingDatabase,
  salCode: string,
  { onPartDropped, signal }: ProfileOptions,
): Promise<RequiredBlocks & OptionalBlocks> {
  try {
    const { columns, rowCount } = await database.query(SUBURB_PROFILE, { sal_code: salCode }, signal);
    if (rowCount === 0) throw unknownSuburb(salCode);
    return firstRow(columns);
  } catch (error) {
    if (!isStorageFailure(error, signal)) throw error;
    const { columns, rowCount } = await database.query(
      REQUIRED_SUBURB_PROFILE,
      { sal_code: salCode },
      signal,
    );
    if (rowCount === 0) throw unknownSuburb(salCode);
    for (const block of Object.keys(NO_BLOCKS) as (keyof OptionalBlocks)[]) onPartDropped(block, error);
    return { ...NO_BLOCKS, ...firstRow<RequiredBlocks>(columns) };
  }
}

/** Undefined outside the crawl, when both counts are 0, and when the statistics cannot be read. */
async function readListingStats(
  view: SnapshotView,
  salCode: string,
  { onPartDropped, signal }: ProfileOptions,
): Promise<SuburbProfile["listingStats"]> {
  const parameters = { sal_code: salCode };
  try {
    const { columns, rowCount } = await view.database.query(SUBURB_LISTING_STATS, parameters, signal);
    if (rowCount === 0) return undefined;
    const stats = firstRow<ListingStatsRow>(columns);
    if (stats.for_sale_count === 0 && stats.sold_count === 0) return undefined;
    const stamp = await listingStamp(view).catch((cause: unknown) => {
      onPartDropped("freshness", cause);
      return undefined;
    });
    return { ...stats, stamp };
  } catch (error) {
    if (!isStorageFailure(error, signal)) throw error;
    onPartDropped("listing_stats", error);
    return undefined;
  }
}

function firstRow<Row extends object>(columns: { readonly [K in keyof Row]: readonly Row[K][] }): Row {
  const entries = Object.entries<readonly unknown[]>(columns);
  return Object.fromEntries(entries.map(([name, cells]) => [name, cells[0]])) as Row;
}
