import type { Expression } from "../../engine/expressions/expression.ts";
import { didYouMean } from "../../runtime/nearest-names.ts";
import type { WhereExpression } from "../where-text/where-node.ts";

export interface NamedColumns {
  /** Position of a column; undefined when the frame has none. */
  positionOf(key: string): number | undefined;
  /** Labels of a categorical column; empty for a numeric one. */
  labelsOf(position: number): readonly string[];
  readonly keys: () => readonly string[];
}

/** The distinct metric keys that an expression uses. */
export function metricsOf(expression: WhereExpression | undefined): string[] {
  const found = new Set<string>();
  const visit = ({ node }: WhereExpression): void => {
    switch (node?.case) {
      case "allOf":
      case "anyOf":
        for (const child of node.value.expressions ?? []) visit(child);
        return;
      case "not":
        visit(node.value);
        return;
      case "range":
      case "category":
      case "hasData":
        found.add(node.value.metricKey ?? "");
        return;
      default:
    }
  };
  if (expression !== undefined) visit(expression);
  return [...found];
}

/** Compiles to the engine's form, with positions for names. Throws a RangeError for an unknown name. */
export function compileWhere(expression: WhereExpression | undefined, columns: NamedColumns): Expression {
  if (expression === undefined) return { kind: "and", children: [] };
  const { node } = expression;
  const metric = (key: string | undefined) => {
    const position = columns.positionOf(key ?? "");
    if (position !== undefined) return position;
    const hint = didYouMean(key ?? "", columns.keys(), 3);
    throw new RangeError(`the frame has no column "${key}"${hint}`);
  };
  switch (node?.case) {
    case "allOf":
    case "anyOf": {
      const children = (node.value.expressions ?? []).map((one) => compileWhere(one, columns));
      return { kind: node.case === "allOf" ? "and" : "or", children };
    }
    case "not":
      return { kind: "not", child: compileWhere(node.value, columns) };
    case "range": {
      const { metricKey, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = node.value;
      return { kind: "range", metric: metric(metricKey), min: Math.fround(min), max: Math.fround(max) };
    }
    case "category": {
      const position = metric(node.value.metricKey);
      const known = columns.labelsOf(position);
      const named = (node.value.labels ?? []).map((label) => {
        const index = known.indexOf(label);
        if (index >= 0) return index;
        throw new RangeError(`"${node.value.metricKey}" has no category ${JSON.stringify(label)}`);
      });
      const indexes = [...new Set([...named, ...(node.value.indexes ?? [])])].sort((a, b) => a - b);
      return { kind: "category", metric: position, indexes };
    }
    case "name": {
      const text = (node.value.contains ?? "").replaceAll(/\s+/g, " ").trim().toLowerCase();
      if (text === "") throw new RangeError("a name needs at least one character");
      return { kind: "name", text };
    }
    case "hasData":
      return { kind: "hasData", metric: metric(node.value.metricKey) };
    case "state": {
      const codes = (node.value.stateCodes ?? []).map((code) => code.trim().toUpperCase());
      return { kind: "state", codes: [...new Set(codes)].sort() };
    }
    default:
      throw new RangeError("the expression is empty");
  }
}
