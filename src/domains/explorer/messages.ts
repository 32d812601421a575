import { create, type DescMessage, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import { isIdentifier } from "../../dataset/metric.ts";
import type { SuburbScope } from "../../engine/columns/column.ts";
import type { SuburbIndex } from "../../engine/columns/suburb-index.ts";
import type { HistogramAnswer } from "../../engine/statistics/histograms.ts";
import {
  type DescribeMetricsResponse,
  DescribeMetricsResponseSchema,
  type ExploreResponse,
  ExploreResponseSchema,
  type MetricHistogramSchema,
  MetricKind,
  type RankSuburbsResponse,
  RankSuburbsResponseSchema,
  type SimilarSuburbsResponse,
  SimilarSuburbsResponseSchema,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { shortFloats } from "../../rpc/encoding/short-floats.ts";
import type { SnapshotSource } from "../../snapshot/manifest/manifest.ts";
import { sourcesOfMetric } from "../../snapshot/manifest/metric-sources.ts";
import { METRIC_KEYS, METRICS } from "../suburbs/metrics/metric-registry.ts";
import type { MetricDistribution } from "./queries/describe-metrics.ts";
import type {
  ExploreAnswer,
  RankAnswer,
  RankJob,
  ScoreJob,
  SimilarAnswer,
  SimilarJob,
} from "./queries/explorer-jobs.ts";
import type { RankedRow } from "./queries/rank-suburbs.ts";
import { LEAST_RANKED_RESIDENTS, needsResidents } from "./queries/rank-suburbs.ts";
import type { SimilarRow } from "./queries/similar-suburbs.ts";

/** A message whose floats read as they do in every answer. */
export function shortMessage<Desc extends DescMessage>(
  desc: Desc,
  fields: MessageInitShape<Desc>,
): MessageShape<Desc> {
  return shortFloats(desc, create(desc, fields));
}

/** The registry with each metric's distribution, and the sources of the metrics. */
export function describeMetricsMessage(
  { index }: SuburbScope,
  distributions: readonly MetricDistribution[],
  sources: readonly SnapshotSource[],
): DescribeMetricsResponse {
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
          leastBase: LEAST_RANKED_RESIDENTS,
        }),
      };
    }),
  });
}

/** Fields of MetricSource. */
export function sourceFields(sources: readonly SnapshotSource[]) {
  return sources.map(({ id, publisher, title, licence, vintage, attribution = "", url = "" }) => ({
    ...{ id, publisher, title, licence, vintage, attribution, url },
  }));
}

export function exploreMessage(scope: SuburbScope, answer: ExploreAnswer): ExploreResponse {
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

export function rankMessage({ index }: SuburbScope, job: RankJob, answer: RankAnswer): RankSuburbsResponse {
  return shortMessage(RankSuburbsResponseSchema, {
    indexVersion: index.indexVersion,
    candidateCount: answer.candidateCount,
    excludedCount: answer.excludedCount,
    appliedK: job.k,
    rows: answer.rows.map(({ position, score, contributions }, i) => ({
      rank: i + 1,
      ...suburbFields(index, position),
      score,
      contributions: contributionFields(METRIC_KEYS, job, contributions),
    })),
  });
}

/** What each weighted metric added, in the order of the weights. */
export function contributionFields(
  keys: readonly string[],
  { weights }: ScoreJob,
  contributions: RankedRow["contributions"],
) {
  return contributions.map(({ value, normalised, contribution }, w) => ({
    metricKey: keys[weights[w].metric],
    rawValue: value,
    normalisedValue: normalised,
    contribution,
  }));
}

export function similarMessage(
  { index }: SuburbScope,
  job: SimilarJob,
  answer: SimilarAnswer,
): SimilarSuburbsResponse {
  const metricKeys = answer.comparedMetrics.map((metric) => METRIC_KEYS[metric]);
  return shortMessage(SimilarSuburbsResponseSchema, {
    indexVersion: index.indexVersion,
    candidateCount: answer.candidateCount,
    excludedCount: answer.excludedCount,
    appliedK: job.k,
    metricKeys,
    ignoredMetricKeys: answer.ignoredMetrics.map((metric) => METRIC_KEYS[metric]),
    rows: answer.rows.map(({ position, distance, differences }) => ({
      ...suburbFields(index, position),
      ...distanceFields(metricKeys, distance, differences),
    })),
  });
}

/** How far a row is, and what each compared metric has to do with it. */
export function distanceFields(
  metricKeys: readonly string[],
  distance: number,
  differences: SimilarRow["differences"],
) {
  return {
    distance,
    similarity: 1 / (1 + distance),
    differences: differences.map((difference, m) => ({ metricKey: metricKeys[m], ...difference })),
  };
}

function suburbFields(index: SuburbIndex, position: number) {
  return {
    position,
    salCode: index.salCodes[position],
    salName: index.salNames[position],
    stateCode: index.stateCodes[position],
    postcode: index.postcodes[position],
  };
}
