import {
  allOf,
  anyOf,
  category,
  hasData,
  inStates,
  nameContains,
  not,
  range,
  type WhereExpression,
} from "../../../src/client.ts";
import { METRIC_KEYS } from "../../../src/domains/suburbs/metrics/metric-registry.ts";
import type { Expression } from "../../../src/engine/expressions/expression.ts";

/** An engine's expression as a client sends it. */
export function whereOf(expression: Expression): WhereExpression {
  switch (expression.kind) {
    case "and":
      return allOf(expression.children.map(whereOf));
    case "or":
      return anyOf(expression.children.map(whereOf));
    case "not":
      return not(whereOf(expression.child));
    case "range": {
      const bound = (value: number) => (Number.isFinite(value) ? value : undefined);
      return range(METRIC_KEYS[expression.metric], bound(expression.min), bound(expression.max));
    }
    case "category":
      return category(METRIC_KEYS[expression.metric], [], [...expression.indexes]);
    case "name":
      return nameContains(expression.text);
    case "hasData":
      return hasData(METRIC_KEYS[expression.metric]);
    case "state":
      return inStates([...expression.codes]);
  }
}
