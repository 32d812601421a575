import { isNull, type SuburbScope } from "../../../src/engine/columns/column.ts";
import type { Expression } from "../../../src/engine/expressions/expression.ts";

/** Whether one suburb satisfies an expression, read as its rules are written. */
export function satisfies(scope: SuburbScope, expression: Expression, row: number): boolean {
  const heldValue = (metric: number) =>
    isNull(scope.columns[metric], row) ? undefined : scope.columns[metric].values[row];
  switch (expression.kind) {
    case "and":
      return expression.children.every((child) => satisfies(scope, child, row));
    case "or":
      return expression.children.some((child) => satisfies(scope, child, row));
    case "not":
      return !satisfies(scope, expression.child, row);
    case "range": {
      const value = heldValue(expression.metric);
      return (
        value !== undefined && value >= Math.fround(expression.min) && value <= Math.fround(expression.max)
      );
    }
    case "category": {
      const value = heldValue(expression.metric);
      return value !== undefined && expression.indexes.includes(value);
    }
    case "name":
      return scope.index.salNames[row].toLowerCase().includes(expression.text);
    case "hasData":
      return heldValue(expression.metric) !== undefined;
    case "state":
      return expression.codes.includes(scope.index.stateCodes[row]);
  }
}

/** The rows of a scope that satisfy an expression, one by one. */
export function matchingRows(scope: SuburbScope, expression: Expression): number[] {
  return Array.from({ length: scope.index.n }, (_, row) => row).filter((row) =>
    satisfies(scope, expression, row),
  );
}

/** The rows as a mask: ceil(n/8) bytes, LSB first. */
export function maskOf(rows: readonly number[], n: number): Uint8Array {
  const mask = new Uint8Array(Math.ceil(n / 8));
  for (const row of rows) mask[row >> 3] |= 1 << (row & 7);
  return mask;
}
