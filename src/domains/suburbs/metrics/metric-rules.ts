import type { MetricRegistry } from "../../../dataset/metric.ts";
import { stateCodeIn } from "../../../dataset/states.ts";
import type { RangePredicate } from "../../../engine/filter/predicate.ts";
import { quoted } from "../../../rpc/request-rules.ts";
import { invalidArgument } from "../../../runtime/errors.ts";
import { nearestNames } from "../../../runtime/nearest-names.ts";
import { SUBURB_METRICS } from "./metric-registry.ts";

/** Upper-case state code from a code or full name. An unknown code passes and later finds no suburbs. */
export function columnarStateCode(stateCode: string): string {
  const code = stateCodeIn(stateCode);
  if (code === "") throw invalidArgument('state_code is required, for example "NSW"');
  return code;
}

/** Index of a metric in the registry; rejects an unknown key and suggests the nearest three. */
export function requireMetric(key: string, field: string, registry: MetricRegistry = SUBURB_METRICS): number {
  const position = registry.positionOf(key);
  if (position >= 0) return position;
  const near = nearestNames(key, registry.keys, 3).map((name) => `"${name}"`);
  const hint = near.length === 0 ? registry.keysHint : `did you mean ${near.join(", ")}?`;
  throw invalidArgument(`${field}: unknown metric ${quoted(key)}; ${hint}`);
}

/** Registry indexes in request order, duplicates included; rejects more keys than there are metrics. */
export function requireMetrics(keys: readonly string[]): number[] {
  if (keys.length === 0) throw invalidArgument("metric_keys needs at least one key");
  const most = SUBURB_METRICS.keys.length;
  if (keys.length > most)
    throw invalidArgument(
      `metric_keys: ${keys.length} keys are too many; at most ${most}, the number of metrics`,
    );
  return keys.map((key, i) => requireMetric(key, `metric_keys[${i}]`));
}

interface PredicateInput {
  readonly metricKey: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Validates predicates: at least one, known keys, a bound each, bounds finite in float32 and ordered. */
export function requirePredicates(inputs: readonly PredicateInput[]): RangePredicate[] {
  if (inputs.length === 0) throw invalidArgument("predicates needs at least one predicate");
  return inputs.map((input, i) => requirePredicate(input, `predicates[${i}]`));
}

export function requirePredicate(
  { metricKey, min, max }: PredicateInput,
  field: string,
  registry: MetricRegistry = SUBURB_METRICS,
): RangePredicate {
  const metric = requireMetric(metricKey, `${field}.metric_key`, registry);
  if (min === undefined && max === undefined) {
    throw invalidArgument(`${field} (${metricKey}) needs min, max or both`);
  }
  const lo = min === undefined ? Number.NEGATIVE_INFINITY : finiteBound(min, `${field}.min`);
  const hi = max === undefined ? Number.POSITIVE_INFINITY : finiteBound(max, `${field}.max`);
  if (lo > hi) throw invalidArgument(`${field} (${metricKey}): min ${min} is above max ${max}`);
  return { metric, min: lo, max: hi };
}

function finiteBound(value: number, field: string): number {
  const bound = Math.fround(value);
  if (!Number.isFinite(bound)) throw invalidArgument(`${field}: ${value} is not a finite number`);
  return bound;
}
