import { isIdentifier, type MetricRegistry } from "../../dataset/metric.ts";
import { isStateCode, NATIONAL_SCOPE, STATE_CODES, stateCodeIn } from "../../dataset/states.ts";
import type { HistogramQuery } from "../../engine/statistics/histograms.ts";
import type {
  ExploreRequest,
  RankSuburbsRequest,
  SimilarSuburbsRequest,
  MetricWeight as WireWeight,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { quoted, requireText } from "../../rpc/request-rules.ts";
import { invalidArgument, TerraceError } from "../../runtime/errors.ts";
import { SUBURB_METRICS } from "../suburbs/metrics/metric-registry.ts";
import { requireMetric } from "../suburbs/metrics/metric-rules.ts";
import { SIMILARITY_METRICS } from "../suburbs/metrics/similarity-metrics.ts";
import { requireExpression } from "./expression-rules.ts";
import type { ExploreJob, RankJob, SimilarJob } from "./queries/explorer.ts";
import { type MetricWeight, MIN_RANKED_RESIDENTS, needsResidents } from "./queries/rank-suburbs.ts";

const DEFAULT_BINS = 20;
const MAX_BINS = 200;
const MAX_HISTOGRAMS = 100;
const MAX_COMBINED_METRICS = 32;

/** A state code, or `AU`, which is also the default. */
export function scopeCode(stateCode: string): string {
  const code = stateCodeIn(stateCode);
  if (code === "") return NATIONAL_SCOPE;
  if (code === NATIONAL_SCOPE || isStateCode(code)) return code;
  throw invalidArgument(
    `state_code: ${quoted(stateCode)} is not one of ${STATE_CODES.join(", ")}, ${NATIONAL_SCOPE}`,
  );
}

/** A scope, a filter and up to 100 histograms, without duplicates; 0 bins mean 20. */
export function exploreJob({ stateCode, filter, histograms }: ExploreRequest): ExploreJob {
  if (histograms.length > MAX_HISTOGRAMS) {
    throw invalidArgument(`histograms: ${histograms.length} are too many; at most ${MAX_HISTOGRAMS}`);
  }
  const scope = scopeCode(stateCode);
  const wanted = new Map<string, HistogramQuery>();
  histograms.forEach(({ metricKey, binCount }, i) => {
    const metric = requireMetric(metricKey, `histograms[${i}].metric_key`);
    if (binCount > MAX_BINS) {
      throw invalidArgument(
        `histograms[${i}].bin_count: ${binCount} is not within 0 (= ${DEFAULT_BINS}) to ${MAX_BINS}`,
      );
    }
    const query = { metric, binCount: binCount === 0 ? DEFAULT_BINS : binCount };
    wanted.set(`${query.metric} ${query.binCount}`, query);
  });
  return { scope, filter: requireExpression(filter), histograms: [...wanted.values()] };
}

/** A scope, a filter, 1 to 32 weighted metrics; 20 rows by default, at most 200. */
export function rankJob({ stateCode, filter, weights, k }: RankSuburbsRequest): RankJob {
  return {
    scope: scopeCode(stateCode),
    weights: requireWeights(weights, SUBURB_METRICS),
    filter: requireExpression(filter),
    k: rankedCount(k),
    ...(needsResidents(weights.map(({ metricKey }) => metricKey)) && {
      base: { metric: SUBURB_METRICS.positionOf("population"), least: MIN_RANKED_RESIDENTS },
    }),
  };
}

/** A suburb, up to 32 metrics (default SIMILARITY_METRICS), a scope, a filter; 10 rows unless up to 100. */
export function similarJob(request: SimilarSuburbsRequest): SimilarJob {
  const salCode = requireText(request.salCode, "sal_code", "as given");
  const keys = request.metricKeys.length === 0 ? SIMILARITY_METRICS : request.metricKeys;
  return {
    salCode,
    scope: scopeCode(request.stateCode),
    metrics: requireCompared(keys, SUBURB_METRICS),
    filter: requireExpression(request.filter),
    k: similarCount(request.k),
  };
}

/** 1 to 32 quantities without duplicates; weights are finite and not 0. */
export function requireWeights(weights: readonly WireWeight[], registry: MetricRegistry): MetricWeight[] {
  if (weights.length === 0) throw invalidArgument("weights needs at least one metric");
  const keys = weights.map(({ metricKey }) => metricKey);
  const metrics = requireQuantities(keys, "weights", (i) => `weights[${i}].metric_key`, registry);
  return weights.map(({ weight, metricKey }, i) => {
    if (Number.isFinite(weight) && weight !== 0) return { metric: metrics[i], weight };
    throw invalidArgument(
      `weights[${i}].weight (${metricKey}): ${weight} is not a finite number other than 0`,
    );
  });
}

/** Up to 32 quantities to compare, without duplicates. */
export function requireCompared(keys: readonly string[], registry: MetricRegistry): number[] {
  return requireQuantities(keys, "metric_keys", (i) => `metric_keys[${i}]`, registry);
}

/** Rows of a ranking: 20 by default, at most 200. */
export function rankedCount(k: number): number {
  return requireCount(k, "k", 20, 200);
}

/** Rows of a similarity search: 10 by default, at most 100. */
export function similarCount(k: number): number {
  return requireCount(k, "k", 10, 100);
}

/** Registry indexes of at most 32 quantities without duplicates; rejects categories and identifiers. */
function requireQuantities(
  keys: readonly string[],
  list: string,
  field: (i: number) => string,
  registry: MetricRegistry,
): number[] {
  if (keys.length > MAX_COMBINED_METRICS) {
    throw invalidArgument(`${list}: ${keys.length} metrics are too many; at most ${MAX_COMBINED_METRICS}`);
  }
  return keys.map((key, i) => {
    const position = requireMetric(key, field(i), registry);
    const metric = registry.metrics[position];
    if (metric.kind === "categorical" || isIdentifier(metric)) {
      const what = metric.kind === "categorical" ? "categorical" : "an identifier";
      throw invalidArgument(`${field(i)}: "${key}" is ${what}; only quantities are allowed`);
    }
    const first = keys.indexOf(key);
    if (first !== i) throw invalidArgument(`${field(i)}: "${key}" is already in ${field(first)}`);
    return position;
  });
}

/** 0 means the fallback, more than `most` is clamped, negative counts are rejected. */
export function requireCount(count: number, field: string, fallback: number, most: number): number {
  if (count < 0)
    throw invalidArgument(`${field}: ${count} is negative; 0 means ${fallback}, at most ${most} are given`);
  return count === 0 ? fallback : Math.min(count, most);
}

export function unknownSuburb(salCode: string, field = "sal_code"): TerraceError {
  return new TerraceError("not_found", `${field}: there is no suburb ${quoted(salCode)}`);
}
