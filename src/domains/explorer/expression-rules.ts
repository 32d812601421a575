import type { MetricRegistry } from "../../dataset/metric.ts";
import { isStateCode, STATE_CODES, stateCodeIn } from "../../dataset/states.ts";
import {
  EVERY_SUBURB,
  type Expression,
  MAX_EXPRESSION_DEPTH,
  MAX_EXPRESSION_NODES,
} from "../../engine/expressions/expression.ts";
import type {
  CategoryPredicate,
  FilterExpression,
  FilterExpressionList,
  NamePredicate,
  StatePredicate,
} from "../../gen/terrace/v1/explorer_pb.ts";
import { quoted } from "../../rpc/request-rules.ts";
import { invalidArgument } from "../../runtime/errors.ts";
import { nearestNames } from "../../runtime/nearest-names.ts";
import { SUBURB_METRICS } from "../suburbs/metrics/metric-registry.ts";
import { requireMetric, requirePredicate } from "../suburbs/metrics/metric-rules.ts";

const MAX_NAME_LENGTH = 100;
/** Members of a node that every vocabulary allows. */
const MEMBERS = ["all_of", "any_of", "not", "range", "category", "name", "has_data"];

/** What conditions on an index may refer to. */
export interface Vocabulary {
  readonly registry: MetricRegistry;
  readonly hasStates: boolean;
}

const SUBURBS: Vocabulary = { registry: SUBURB_METRICS, hasStates: true };

/** Validates a filter; without one all rows match. Errors have a node's path, such as `filter.not.range`. */
export function requireExpression(
  filter: FilterExpression | undefined,
  field = "filter",
  vocabulary: Vocabulary = SUBURBS,
): Expression {
  if (filter === undefined) return EVERY_SUBURB;
  return requireNode(filter, field, 1, { nodes: 0, ...vocabulary });
}

/** Parser state: the vocabulary, and the number of nodes so far. */
interface Reading extends Vocabulary {
  nodes: number;
}

function requireNode({ node }: FilterExpression, field: string, depth: number, seen: Reading): Expression {
  if (depth > MAX_EXPRESSION_DEPTH) {
    throw invalidArgument(`${field}: an expression may be at most ${MAX_EXPRESSION_DEPTH} levels deep`);
  }
  if (++seen.nodes > MAX_EXPRESSION_NODES) {
    throw invalidArgument(`${field}: an expression may hold at most ${MAX_EXPRESSION_NODES} nodes`);
  }
  const { registry } = seen;
  const children = (list: FilterExpressionList, member: string) =>
    list.expressions.map((child, i) =>
      requireNode(child, `${field}.${member}.expressions[${i}]`, depth + 1, seen),
    );
  switch (node.case) {
    case "allOf":
      return { kind: "and", children: children(node.value, "all_of") };
    case "anyOf":
      return { kind: "or", children: children(node.value, "any_of") };
    case "not":
      return { kind: "not", child: requireNode(node.value, `${field}.not`, depth + 1, seen) };
    case "range":
      return { kind: "range", ...requirePredicate(node.value, `${field}.range`, registry) };
    case "category":
      return requireCategories(node.value, `${field}.category`, registry);
    case "name":
      return requireName(node.value, `${field}.name`);
    case "hasData":
      return {
        kind: "hasData",
        metric: requireMetric(node.value.metricKey, `${field}.has_data.metric_key`, registry),
      };
    case "state":
      if (seen.hasStates) return requireStates(node.value, `${field}.state`);
      throw invalidArgument(`${field}.state: stocks have no state; use ${MEMBERS.join(", ")}`);
    default: {
      const members = [...MEMBERS, ...(seen.hasStates ? ["state"] : [])];
      throw invalidArgument(`${field} is empty; it needs one of ${members.join(", ")}`);
    }
  }
}

/** Indexes of the categories given as labels or indexes, at least one, without duplicates. */
function requireCategories(
  { metricKey, labels, indexes }: CategoryPredicate,
  field: string,
  registry: MetricRegistry,
): Expression {
  const metric = requireMetric(metricKey, `${field}.metric_key`, registry);
  const { categories } = registry.metrics[metric];
  if (categories.length === 0) {
    throw invalidArgument(
      `${field}.metric_key: "${metricKey}" is numeric; use range, or a categorical metric`,
    );
  }
  if (labels.length + indexes.length === 0) {
    throw invalidArgument(`${field} (${metricKey}) needs at least one of labels and indexes`);
  }
  const named = labels.map((label, i) => {
    const index = categories.indexOf(label);
    if (index >= 0) return index;
    const near = nearestNames(label, categories, 3).map((name) => `"${name}"`);
    const hint =
      near.length === 0 ? registry.labelsHint(registry.metrics[metric]) : `did you mean ${near.join(", ")}?`;
    throw invalidArgument(`${field}.labels[${i}]: "${metricKey}" has no category ${quoted(label)}; ${hint}`);
  });
  indexes.forEach((index, i) => {
    if (index < categories.length) return;
    throw invalidArgument(
      `${field}.indexes[${i}]: ${index} is not a category of "${metricKey}", which has 0 to ${categories.length - 1}`,
    );
  });
  return { kind: "category", metric, indexes: [...new Set([...named, ...indexes])].sort((a, b) => a - b) };
}

function requireStates({ stateCodes }: StatePredicate, field: string): Expression {
  if (stateCodes.length === 0)
    throw invalidArgument(`${field} needs at least one of ${STATE_CODES.join(", ")}`);
  const codes = stateCodes.map((given, i) => {
    const code = stateCodeIn(given);
    if (isStateCode(code)) return code;
    throw invalidArgument(
      `${field}.state_codes[${i}]: ${quoted(given)} is not one of ${STATE_CODES.join(", ")}`,
    );
  });
  return { kind: "state", codes: [...new Set(codes)].sort() };
}

function requireName({ contains }: NamePredicate, field: string): Expression {
  const text = contains.replaceAll(/\s+/g, " ").trim();
  const length = Array.from(text).length;
  if (length === 0 || length > MAX_NAME_LENGTH) {
    throw invalidArgument(
      `${field}.contains: ${quoted(contains)} has ${length} characters; 1 to ${MAX_NAME_LENGTH} are allowed`,
    );
  }
  return { kind: "name", text: text.toLowerCase() };
}
