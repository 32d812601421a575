import type { DescMessage } from "@bufbuild/protobuf";
import {
  BlockProvenanceSchema,
  CellOriginSchema,
  ComparisonBaselinesSchema,
  GetSuburbProfileResponseSchema,
  LgaInfoSchema,
  LgaOverlapSchema,
  MetricProvenanceSchema,
  ProvenanceSourceSchema,
  SimilarSuburbSchema,
  SuburbBannerSchema,
  SuburbCrimeSchema,
  SuburbDemographicsSchema,
  SuburbElevationSchema,
  SuburbHazardExposureSchema,
  SuburbListingStatsSchema,
  SuburbPlanningSchema,
  SuburbProvenanceSchema,
  SuburbSummarySchema,
  WithheldFigureSchema,
} from "../../gen/shorts/v1alpha1/housing_pb.ts";
import { absentNumbers } from "../../snapshot/pages/absent-numbers.ts";
import { joinedField, type RowEncoder, rowEncoder } from "../../snapshot/pages/encode-message.ts";
import type { ColumnRules, Row } from "../../snapshot/pages/row-message.ts";
import type { ProfileProvenance } from "./provenance.ts";
import type { CrimeBlock } from "./queries/profile/profile-blocks.ts";
import type { StateBaselineRow } from "./queries/profile/state-baselines.ts";
import type { SuburbProfile } from "./queries/profile/suburb-profile.ts";

const ANSWER = GetSuburbProfileResponseSchema;
const ORIGINS = SuburbProvenanceSchema;

/** Encodes a field of a message from a row, whose columns are known from the first. */
function fieldOf(
  { number: field }: { readonly number: number },
  schema: DescMessage,
  rules: ColumnRules = {},
): (row: object) => Uint8Array {
  let encode: RowEncoder | undefined;
  return (row) => {
    encode ??= rowEncoder(schema, Object.keys(row), { ...rules, field });
    return encode(row as Row);
  };
}

const FIELDS = {
  summary: fieldOf(ANSWER.field.summary, SuburbSummarySchema, { keyColumns: ["page_key"] }),
  demographics: fieldOf(ANSWER.field.demographics, SuburbDemographicsSchema),
  // Nobody publishes a median price of the country.
  baselines: fieldOf(ANSWER.field.baselines, ComparisonBaselinesSchema, {
    without: ["national_median_price"],
    keyColumns: ["baseline_state"],
  }),
  council: fieldOf(ANSWER.field.council, LgaInfoSchema),
  similar: fieldOf(ANSWER.field.similar, SimilarSuburbSchema),
  banner: fieldOf(ANSWER.field.banner, SuburbBannerSchema),
  crime: fieldOf(ANSWER.field.crime, SuburbCrimeSchema),
  listingStats: fieldOf(ANSWER.field.listingStats, SuburbListingStatsSchema, { keyColumns: ["sal_code"] }),
  elevation: fieldOf(ANSWER.field.elevation, SuburbElevationSchema),
  hazards: fieldOf(ANSWER.field.hazards, SuburbHazardExposureSchema),
  councilOverlaps: fieldOf(ANSWER.field.councilOverlaps, LgaOverlapSchema),
  planning: fieldOf(ANSWER.field.planning, SuburbPlanningSchema),
};

const NO_BASELINES = joinedField(ANSWER.field.baselines.number, []);
const NO_COUNCIL = joinedField(ANSWER.field.council.number, []);

/** The census that a row without a year is from. */
const DEFAULT_CENSUS_YEAR = 2021;

/** The encoded fields of a profile up to its origins, in the order of their numbers. */
export interface ProfileFields {
  readonly first: readonly Uint8Array[];
  /** None without listings. */
  readonly listings: readonly Uint8Array[];
  readonly middle: readonly Uint8Array[];
  readonly absentFields: readonly string[];
}

export function profileFields(profile: SuburbProfile): ProfileFields {
  const { seifa, crime, council, listingStats, elevation, hazards, planning } = profile;
  const demographics = {
    ...profile.demographics,
    censusYear: profile.demographics.censusYear ?? DEFAULT_CENSUS_YEAR,
  };
  const summary: Record<string, unknown> = { ...profile.summary, seifa };
  const similar = profile.similar.map(({ suburb, similarity, comparedMetrics }) => ({
    sal_code: suburb.sal_code,
    sal_name: suburb.sal_name,
    state_code: suburb.state_code,
    latest_median_price: suburb.latest_median_price,
    similarity,
    region_code: suburb.region_code,
    compared_metrics: comparedMetrics,
  }));
  const absentFields = absentNumbers(ANSWER, {
    summary,
    demographics,
    baselines: profile.baselines ?? {},
    council: council === undefined ? {} : { ...council.row, ...council },
    similar,
    listing_stats: listingStats,
  });
  // Ranks as they were computed, unrounded.
  for (const type of ["break_ins", "violent", "motor_vehicle"]) {
    const rank = rankOf(crime, type);
    if (rank !== undefined) summary[`crime_${type}_rank`] = rank;
  }
  return {
    first: [
      FIELDS.summary(summary),
      FIELDS.demographics(demographics),
      baselinesField(profile.baselines),
      council === undefined
        ? NO_COUNCIL
        : FIELDS.council({ ...council.row, dominant_share: council.dominantShare }),
      ...similar.map(FIELDS.similar),
      FIELDS.banner(profile.banner),
      ...(crime === undefined ? [] : [FIELDS.crime(crime)]),
    ],
    listings: listingStats === undefined ? [] : [FIELDS.listingStats(listingStats)],
    middle: [
      ...(elevation === undefined ? [] : [FIELDS.elevation(elevation)]),
      ...(hazards === undefined ? [] : [FIELDS.hazards(hazards)]),
      ...profile.councilOverlaps.map(({ lga_code, display_name, lga_name, state_code, slug, share }) =>
        FIELDS.councilOverlaps({ lga_code, display_name: display_name ?? lga_name, state_code, slug, share }),
      ),
      ...(planning === undefined ? [] : [FIELDS.planning(planning)]),
    ],
    absentFields,
  };
}

function rankOf(crime: CrimeBlock | undefined, crimeType: string): number | undefined {
  return crime?.stats.find((stat) => stat.crimeType === crimeType)?.pctRank;
}

/** The few baselines, each encoded once: thousands of suburbs share them. */
const baselines = new WeakMap<StateBaselineRow, Uint8Array>();

function baselinesField(row: StateBaselineRow | undefined): Uint8Array {
  if (row === undefined) return NO_BASELINES;
  const field = baselines.get(row) ?? FIELDS.baselines(row).slice();
  baselines.set(row, field);
  return field;
}

const membersOf = (schema: DescMessage) => schema.fields.map(({ localName }) => localName);

const originOf = ({ number: field }: { readonly number: number }, schema: DescMessage) =>
  rowEncoder(schema, membersOf(schema), { field }) as (row: object) => Uint8Array;

const ORIGIN_FIELDS = {
  blocks: originOf(ORIGINS.field.blocks, BlockProvenanceSchema),
  metrics: originOf(ORIGINS.field.metrics, MetricProvenanceSchema),
  sources: originOf(ORIGINS.field.sources, ProvenanceSourceSchema),
  cells: originOf(ORIGINS.field.cells, CellOriginSchema),
  withheld: originOf(ORIGINS.field.withheld, WithheldFigureSchema),
};

/** The field of the origins of each; what several of them have is encoded once. */
export function originsFields(all: readonly ProfileProvenance[]): Uint8Array[] {
  const encoded = new Map<object, Uint8Array>();
  const fieldsOf = (rows: readonly object[], encode: (row: object) => Uint8Array) =>
    rows.map((row) => {
      const field = encoded.get(row) ?? encode(row);
      encoded.set(row, field);
      return field;
    });
  return all.map(({ blocks, metrics, sources, cells, withheld }) =>
    joinedField(ANSWER.field.provenance.number, [
      ...fieldsOf(blocks, ORIGIN_FIELDS.blocks),
      ...fieldsOf(metrics, ORIGIN_FIELDS.metrics),
      ...sources.map(sourceField),
      ...fieldsOf(cells, ORIGIN_FIELDS.cells),
      ...fieldsOf(withheld, ORIGIN_FIELDS.withheld),
    ]),
  );
}

/** The sources of a dataset, each encoded once. */
const sourceFields = new WeakMap<object, Uint8Array>();

function sourceField(source: ProfileProvenance["sources"][number]): Uint8Array {
  const field = sourceFields.get(source) ?? ORIGIN_FIELDS.sources(source).slice();
  sourceFields.set(source, field);
  return field;
}
