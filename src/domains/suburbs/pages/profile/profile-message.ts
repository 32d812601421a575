import type { DescField } from "@bufbuild/protobuf";
import {
  GetSuburbProfileResponseSchema,
  SuburbProvenanceSchema,
} from "../../../../gen/shorts/v1alpha1/housing_pb.ts";
import { remembered } from "../../../../runtime/lazy.ts";
import { elementField } from "../../../../runtime/wire-bytes.ts";
import { absentNumbers } from "../../../../snapshot/pages/absent-numbers.ts";
import { rowEncoder } from "../../../../snapshot/pages/encode-message.ts";
import type { ColumnRules } from "../../../../snapshot/pages/row-message.ts";
import type { StateBaselineRow, SuburbProfile } from "./profile-rows.ts";
import type { ProfileProvenance } from "./provenance.ts";

const ANSWER = GetSuburbProfileResponseSchema;
const ORIGINS = SuburbProvenanceSchema;

/** Returns an encoder of rows as a message field. */
function fieldOf({ number: field, message }: DescField, rules?: ColumnRules) {
  return rowEncoder(message!, { ...rules, field });
}

const FIELDS = {
  summary: fieldOf(ANSWER.field.summary, { keyColumns: ["page_key"] }),
  demographics: fieldOf(ANSWER.field.demographics),
  // There is no published national median price.
  baselines: fieldOf(ANSWER.field.baselines, {
    without: ["national_median_price"],
    keyColumns: ["baseline_state"],
  }),
  council: fieldOf(ANSWER.field.council),
  similar: fieldOf(ANSWER.field.similar),
  banner: fieldOf(ANSWER.field.banner),
  crime: fieldOf(ANSWER.field.crime),
  listingStats: fieldOf(ANSWER.field.listingStats, { keyColumns: ["sal_code"] }),
  elevation: fieldOf(ANSWER.field.elevation),
  hazards: fieldOf(ANSWER.field.hazards),
  councilOverlaps: fieldOf(ANSWER.field.councilOverlaps),
  planning: fieldOf(ANSWER.field.planning),
};

const NO_BASELINES = elementField(ANSWER.field.baselines.number, new Uint8Array());
const NO_COUNCIL = elementField(ANSWER.field.council.number, new Uint8Array());

/** Census year of rows without one. */
const DEFAULT_CENSUS_YEAR = 2021;

export type ProfileFields = ReturnType<typeof profileFields>;

/** Encoded fields of a profile before its provenance, in field-number order. */
export function profileFields(profile: SuburbProfile) {
  const { seifa, crime, council, listingStats, similar } = profile;
  const demographics = {
    ...profile.demographics,
    censusYear: profile.demographics.censusYear ?? DEFAULT_CENSUS_YEAR,
  };
  const summary: Record<string, unknown> = { ...profile.summary, seifa };
  const absentFields = absentNumbers(ANSWER, {
    summary,
    demographics,
    baselines: profile.baselines ?? {},
    council: council ?? {},
    similar,
    listing_stats: listingStats,
  });
  // Unrounded ranks, unlike those of lists.
  for (const { crimeType, pctRank } of crime?.stats ?? []) {
    const field = `crime_${crimeType}_rank`;
    if (field in summary) summary[field] = pctRank;
  }
  return {
    first: [
      FIELDS.summary(summary),
      FIELDS.demographics(demographics),
      baselinesField(profile.baselines),
      council === undefined ? NO_COUNCIL : FIELDS.council(council),
      ...similar.map(FIELDS.similar),
      FIELDS.banner(profile.banner),
      ...present(FIELDS.crime, crime),
    ],
    /** Empty without listings. */
    listings: present(FIELDS.listingStats, listingStats),
    middle: [
      ...present(FIELDS.elevation, profile.elevation),
      ...present(FIELDS.hazards, profile.hazards),
      ...profile.councilOverlaps.map(FIELDS.councilOverlaps),
      ...present(FIELDS.planning, profile.planning),
    ],
    absentFields,
  };
}

const present = (encode: (row: object) => Uint8Array, row: object | null | undefined): Uint8Array[] =>
  row === null || row === undefined ? [] : [encode(row)];

/** Encoded baselines: few, shared by thousands of suburbs. */
const baselines = new WeakMap<StateBaselineRow, Uint8Array>();

const baselinesField = (row: StateBaselineRow | undefined) =>
  row === undefined ? NO_BASELINES : remembered(baselines, row, () => FIELDS.baselines(row).slice());

const originOf = (field: DescField) =>
  fieldOf(field, { columns: field.message!.fields.map(({ localName }) => localName) });

const ORIGIN_FIELDS = {
  blocks: originOf(ORIGINS.field.blocks),
  metrics: originOf(ORIGINS.field.metrics),
  sources: originOf(ORIGINS.field.sources),
  cells: originOf(ORIGINS.field.cells),
  withheld: originOf(ORIGINS.field.withheld),
};

/** The provenance field of each element; equal row objects are encoded once. */
export function originsFields(all: readonly ProfileProvenance[]): Uint8Array[] {
  const encoded = new Map<object, Uint8Array>();
  const fieldsOf = (rows: readonly object[], encode: (row: object) => Uint8Array) =>
    rows.map((row) => remembered(encoded, row, () => encode(row)));
  return all.map(({ blocks, metrics, sources, cells, withheld }) =>
    elementField(
      ANSWER.field.provenance.number,
      Buffer.concat([
        ...fieldsOf(blocks, ORIGIN_FIELDS.blocks),
        ...fieldsOf(metrics, ORIGIN_FIELDS.metrics),
        ...sources.map((one) => remembered(sourceFields, one, () => ORIGIN_FIELDS.sources(one).slice())),
        ...fieldsOf(cells, ORIGIN_FIELDS.cells),
        ...fieldsOf(withheld, ORIGIN_FIELDS.withheld),
      ]),
    ),
  );
}

/** Encoded sources of a dataset, cached by source. */
const sourceFields = new WeakMap<object, Uint8Array>();
