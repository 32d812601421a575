import { anyOf, hasData, not, range, type WhereExpression } from "terrace/client";
import { country } from "../data/country.ts";
import { formatValue } from "../parts/format.ts";

/** A condition on one metric that a histogram can show. */
export interface Brush {
  readonly key: string;
  readonly min: number | undefined;
  readonly max: number | undefined;
  /** Suburbs without data match. */
  readonly keepsUnknown: boolean;
  /** Picked labels of a categorical metric. */
  readonly labels: readonly string[] | undefined;
}

/** A brush that only requires a value. */
export const OPEN = { min: undefined, max: undefined, keepsUnknown: false, labels: undefined };

/** Converts a condition to a brush; undefined if a histogram cannot show it. */
export function brushOf(condition: WhereExpression): Brush | undefined {
  const { node } = condition;
  if (node?.case === "anyOf") {
    const [first, second, ...more] = node.value.expressions ?? [];
    const brush = first && brushOf(first);
    const isUnknown =
      second?.node?.case === "not" &&
      second.node.value.node?.case === "hasData" &&
      second.node.value.node.value.metricKey === brush?.key;
    return brush !== undefined && isUnknown && more.length === 0
      ? { ...brush, keepsUnknown: true }
      : undefined;
  }
  if (node?.case === "range") {
    const { metricKey = "", min, max } = node.value;
    return { ...OPEN, key: metricKey, min, max };
  }
  if (node?.case === "category" && (node.value.indexes ?? []).length === 0) {
    const { metricKey = "", labels } = node.value;
    return { ...OPEN, key: metricKey, labels: labels ?? [] };
  }
  return node?.case === "hasData" ? { ...OPEN, key: node.value.metricKey ?? "" } : undefined;
}

/** Converts a brush to a condition; undefined if every suburb matches. */
export function conditionOf({ key, min, max, keepsUnknown, labels }: Brush): WhereExpression | undefined {
  const isRange = min !== undefined || max !== undefined;
  const isOpen = !isRange && labels === undefined;
  if (isOpen) return keepsUnknown ? undefined : hasData(key);
  const inside: WhereExpression =
    labels === undefined
      ? range(key, min, max)
      : { node: { case: "category", value: { metricKey: key, labels: [...labels] } } };
  return keepsUnknown ? anyOf([inside, not(hasData(key))]) : inside;
}

/** Index of the condition that a metric's histogram shows; -1 for none. */
export function placeOfBrush(where: readonly WhereExpression[], key: string): number {
  return where.findIndex((one) => brushOf(one)?.key === key);
}

/** Replaces, adds or removes the condition of a brush's metric. */
export function withBrush(where: readonly WhereExpression[], brush: Brush): WhereExpression[] {
  const place = placeOfBrush(where, brush.key);
  const condition = conditionOf(brush);
  if (place < 0) return condition === undefined ? [...where] : [...where, condition];
  return condition === undefined ? where.toSpliced(place, 1) : where.toSpliced(place, 1, condition);
}

/** A condition's text with metrics' labels instead of keys; quoted strings are unchanged. */
export function inWords(text: string): string {
  const metrics = country.value?.metrics;
  return text
    .split(/("[^"]*")/)
    .map((part) =>
      part.startsWith('"')
        ? part
        : part
            // Bounds get the metric's unit: $900,000.
            .replace(/([a-z][a-z0-9_]*) (<=?|>=?|=) (-?[\d.]+)/g, (all, word, sign, bound) => {
              const unit = metrics?.get(word)?.unit;
              return unit === undefined ? all : `${word} ${sign} ${formatValue(Number(bound), unit)}`;
            })
            .replace(/[a-z][a-z0-9_]*/g, (word) => metrics?.get(word)?.label ?? word)
            .replace(">=", "≥")
            .replace("<=", "≤"),
    )
    .join("");
}

/** A condition in the JSON form of the API. */
export function filterJson({ node }: WhereExpression): object {
  if (node === undefined) return {};
  switch (node.case) {
    case "allOf":
    case "anyOf":
      return { [node.case]: { expressions: (node.value.expressions ?? []).map(filterJson) } };
    case "not":
      return { not: filterJson(node.value) };
    case undefined:
      return {};
    default:
      return { [node.case]: node.value };
  }
}
