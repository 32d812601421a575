import { create, type DescMessage, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromDate } from "@bufbuild/protobuf/wkt";
import { isIdentifier } from "../../dataset/metric.ts";
import type { SuburbColumns, SuburbScope } from "../../engine/columns/column.ts";
import type { SuburbIndex } from "../../engine/columns/suburb-index.ts";
import type { HistogramAnswer } from "../../engine/statistics/histograms.ts";
import type { SnapshotView } from "../../engine/view.ts";
import {
  DescribeMetricsResponseSchema,
  ExploreResponseSchema,
  type MetricHistogramSchema,
  MetricKind,
  RankSuburbsResponseSchema,
  SimilarSuburbsResponseSchema,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { encodedMessage, encodeForm } from "../../rpc/encoding/encoded-message.ts";
import { shortFloats } from "../../rpc/encoding/short-floats.ts";
import type { AnswerForm, EncodedAnswer } from "../../rpc/unary-method.ts";
import { lazy } from "../../runtime/lazy.ts";
import type { SnapshotSource } from "../../snapshot/manifest/manifest.ts";
import { sourcesOfMetric, sourcesOfTables } from "../../snapshot/manifest/metric-sources.ts";
import { sourceFields } from "../source-fields.ts";
import { METRIC_KEYS, METRICS } from "../suburbs/metrics/metric-registry.ts";
import type { MetricDistribution } from "./queries/describe-metrics.ts";
import type {
  ExploreAnswer,
  ExploreJob,
  ExplorerAnswer,
  RankJob,
  SimilarJob,
  SuburbTask,
} from "./queries/explorer.ts";
import { MIN_RANKED_RESIDENTS, needsResidents } from "./queries/rank-suburbs.ts";
import type { CompareJob, RankAnswer, ScoreJob, SimilarAnswer } from "./queries/row-explorer.ts";

/** A message with its floats rounded to the shortest digits, as in every answer. */
export function shortMessage<Desc extends DescMessage>(
  desc: Desc,
  fields: MessageInitShape<Desc>,
): MessageShape<Desc> {
  return shortFloats(desc, create(desc, fields));
}

export function describeMetricsMessage(
  { index }: SuburbScope,
  distributions: readonly MetricDistribution[],
  sources: readonly SnapshotSource[],
) {
  const sourceIds = METRICS.map((metric) => sourcesOfMetric(metric, sources).map(({ id }) => id));
  const named = new Set(sourceIds.flat());
  return shortMessage(DescribeMetricsResponseSchema, {
    sources: sourceFields(sources.filter(({ id }) => named.has(id))),
    indexVersion: index.indexVersion,
    metrics: METRICS.map((metric, m) => {
      const { dataCount, range, categoryCounts } = distributions[m];
      return {
        key: metric.key,
        label: metric.label,
        kind: metric.kind === "numeric" ? MetricKind.NUMERIC : MetricKind.CATEGORICAL,
        unit: metric.unit,
        derivation: metric.derivation,
        categoryLabels: [...metric.categories],
        dataCount,
        totalCount: index.n,
        ...range,
        sourceIds: sourceIds[m],
        categoryCounts: [...categoryCounts],
        isIdentifier: isIdentifier(metric),
        ...(needsResidents([metric.key]) && {
          baseMetricKey: "population",
          leastBase: MIN_RANKED_RESIDENTS,
        }),
      };
    }),
  });
}

/** An answer that is made and encoded once per snapshot for all callers, so no caller's deadline applies. */
export function encodedOnce<Desc extends DescMessage>(
  view: SnapshotView,
  name: string,
  schema: Desc,
  make: () => Promise<MessageShape<Desc>>,
): Promise<EncodedAnswer> {
  return view.derived(name, () => lazy(async () => encodedMessage(schema, await make())))();
}

/** The `as_of` instant of a snapshot. */
export function asOfInstant({ manifest }: SnapshotView): Timestamp {
  return timestampFromDate(new Date(manifest.asOf));
}

/** `as_of`, and the sources of these dataset tables. */
export function originFields(view: SnapshotView, tables: readonly string[]) {
  const sources = sourceFields(sourcesOfTables(tables, view.manifest.sources));
  return { asOf: asOfInstant(view), sources };
}

function exploreMessage(scope: SuburbScope, _: ExploreJob, answer: ExploreAnswer) {
  return shortMessage(ExploreResponseSchema, {
    matchMask: answer.mask,
    matchCount: answer.count,
    totalCount: scope.index.n,
    indexVersion: scope.index.indexVersion,
    histograms: answer.histograms.map((one) => histogramMessage(scope, one)),
  });
}

function histogramMessage(
  scope: SuburbScope,
  answer: HistogramAnswer,
): MessageInitShape<typeof MetricHistogramSchema> {
  const { metric, min, max } = scope.columns[answer.metric];
  return {
    metricKey: metric.key,
    binEdges: Array.from(answer.edges),
    matchedCounts: Array.from(answer.matched),
    allCounts: Array.from(answer.all),
    matchedNullCount: answer.matchedNulls,
    allNullCount: answer.allNulls,
    ...(metric.kind === "numeric" && min !== undefined && max !== undefined ? { min, max } : {}),
    ...(answer.matchedMin === undefined ? {} : { matchedMin: answer.matchedMin }),
    ...(answer.matchedMax === undefined ? {} : { matchedMax: answer.matchedMax }),
    categoryLabels: [...metric.categories],
  };
}

function rankMessage({ index }: SuburbScope, job: RankJob, answer: RankAnswer) {
  return shortMessage(RankSuburbsResponseSchema, {
    indexVersion: index.indexVersion,
    ...rankFields(METRIC_KEYS, job, answer, (position) => suburbFields(index, position)),
  });
}

/** Fields of a ranking over any index; `fieldsOf` returns the fields that identify a row. */
export function rankFields<Fields>(
  keys: readonly string[],
  { k, weights }: ScoreJob,
  { rows, candidateCount, excludedCount }: RankAnswer,
  fieldsOf: (position: number) => Fields,
) {
  return {
    candidateCount,
    excludedCount,
    appliedK: k,
    rows: rows.map(({ position, score, contributions }, i) => ({
      rank: i + 1,
      ...fieldsOf(position),
      score,
      contributions: contributions.map(({ value, normalised, contribution }, w) => ({
        metricKey: keys[weights[w].metric],
        rawValue: value,
        normalisedValue: normalised,
        contribution,
      })),
    })),
  };
}

function similarMessage({ index }: SuburbScope, job: SimilarJob, answer: SimilarAnswer) {
  return shortMessage(SimilarSuburbsResponseSchema, {
    indexVersion: index.indexVersion,
    ...similarFields(METRIC_KEYS, job, answer, (position) => suburbFields(index, position)),
  });
}

/** Fields of a similarity answer over any index; `fieldsOf` returns the fields that identify a row. */
export function similarFields<Fields>(
  keys: readonly string[],
  { k }: CompareJob,
  { rows, candidateCount, excludedCount, comparedMetrics, ignoredMetrics }: SimilarAnswer,
  fieldsOf: (position: number) => Fields,
) {
  const metricKeys = comparedMetrics.map((metric) => keys[metric]);
  return {
    candidateCount,
    excludedCount,
    appliedK: k,
    metricKeys,
    ignoredMetricKeys: ignoredMetrics.map((metric) => keys[metric]),
    rows: rows.map(({ position, distance, differences }) => ({
      ...fieldsOf(position),
      distance,
      similarity: 1 / (1 + distance),
      differences: differences.map((difference, m) => ({ metricKey: metricKeys[m], ...difference })),
    })),
  };
}

export function suburbFields(index: SuburbIndex, position: number) {
  return {
    position,
    salCode: index.salCodes[position],
    salName: index.salNames[position],
    stateCode: index.stateCodes[position],
    postcode: index.postcodes[position],
  };
}

export const ANSWER_SCHEMAS = {
  explore: ExploreResponseSchema,
  rank: RankSuburbsResponseSchema,
  similar: SimilarSuburbsResponseSchema,
} as const;

const MESSAGES = { explore: exploreMessage, rank: rankMessage, similar: similarMessage };

/** A task whose answer can be encoded where it is computed. */
export type EncodedTask = Extract<SuburbTask, { kind: keyof typeof MESSAGES }>;

/** Encodes an answer, in the thread that computed it; undefined if there is no such suburb. */
export function encodeExplorerAnswer(
  columns: SuburbColumns,
  { kind, job }: EncodedTask,
  answer: ExplorerAnswer,
  form: AnswerForm,
): Uint8Array<ArrayBuffer> | undefined {
  if (answer === undefined) return undefined;
  const message = MESSAGES[kind](columns.scopes.get(job.scope)!, job as never, answer as never);
  return encodeForm<DescMessage>(ANSWER_SCHEMAS[kind], message, form);
}
