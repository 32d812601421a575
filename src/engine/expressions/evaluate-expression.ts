import type { ColumnScope } from "../columns/column.ts";
import type { RangePredicate } from "../filter/predicate.ts";
import { maskByteLength } from "../kernels/memory-layout.ts";
import { putFloatPredicate, putUnsignedPredicate } from "../kernels/predicate-list.ts";
import { answerWords, type ExploreMemory } from "./explore-memory.ts";
import { asRange, categoryRanges, type Expression } from "./expression.ts";
import { type NameText, searchNames } from "./name-search.ts";

export interface Evaluation {
  readonly memory: ExploreMemory;
  readonly scope: ColumnScope;
  /** Names of the scope's rows, called only if the expression searches names. */
  readonly names: () => NameText;
  /** State of each row, called only if the expression filters by state. */
  readonly states: () => readonly string[];
}

/** Writes the mask of the matching rows to the first mask and returns their count. Bits past n are zero. */
export function evaluateExpression(evaluation: Evaluation, expression: Expression): number {
  const { memory, scope } = evaluation;
  evaluate(evaluation, expression, 0);
  return memory.kernels.countBits(memory.masks[0], scope.index.n);
}

/** Clears rows from the first mask that are null in any of the metrics (>= 1); returns how many are left. */
export function narrowToData(memory: ExploreMemory, scope: ColumnScope, metrics: readonly number[]): number {
  const [min, max] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const ranges = metrics.map((metric) => ({ metric, min, max }));
  return filterRanges({ memory, scope }, ranges, memory.masks[0], true);
}

/** Writes a node's mask to `masks[level]`; overwrites the masks of deeper levels. */
function evaluate(evaluation: Evaluation, expression: Expression, level: number): void {
  const { memory, scope } = evaluation;
  const out = memory.masks[level];
  switch (expression.kind) {
    case "and":
      evaluateAnd(evaluation, expression.children, level);
      return;
    case "or":
      evaluateOr(evaluation, expression.children, level);
      return;
    case "not":
      evaluate(evaluation, expression.child, level);
      memory.kernels.complementMask(out, out, scope.index.n);
      return;
    case "name":
      clearMask(evaluation, out);
      searchNames(evaluation.names(), expression.text, answerWords(memory, scope.index.n, out));
      return;
    case "state":
      evaluateStates(evaluation, expression.codes, out);
      return;
    default: {
      const range = asRange(expression);
      if (range !== undefined) filterRanges(evaluation, [range], out);
      else if (expression.kind === "category") evaluateCategories(evaluation, expression, level);
    }
  }
}

/** Evaluates all ranges in one pass of the fused kernel, then the other children one by one. */
function evaluateAnd(evaluation: Evaluation, children: readonly Expression[], level: number): void {
  const { memory, scope } = evaluation;
  const { kernels, masks } = memory;
  const { n } = scope.index;
  const out = masks[level];
  const ranges: RangePredicate[] = [];
  const others: Expression[] = [];
  for (const child of children) {
    const range = asRange(child);
    if (range === undefined) others.push(child);
    else ranges.push(range);
  }
  if (ranges.length > 0) filterRanges(evaluation, ranges, out);
  else fillMask(evaluation, out);
  for (const child of others) {
    if (child.kind === "not") {
      evaluate(evaluation, child.child, level + 1);
      kernels.andNotMask(out, masks[level + 1], out, n);
    } else {
      evaluate(evaluation, child, level + 1);
      kernels.andMask(out, masks[level + 1], out, n);
    }
  }
}

function evaluateOr(evaluation: Evaluation, children: readonly Expression[], level: number): void {
  const { memory, scope } = evaluation;
  const out = memory.masks[level];
  clearMask(evaluation, out);
  for (const child of children) {
    evaluate(evaluation, child, level + 1);
    memory.kernels.orMask(out, memory.masks[level + 1], out, scope.index.n);
  }
}

function evaluateCategories(
  evaluation: Evaluation,
  { metric, indexes }: Extract<Expression, { kind: "category" }>,
  level: number,
): void {
  const { memory, scope } = evaluation;
  const out = memory.masks[level];
  clearMask(evaluation, out);
  for (const range of categoryRanges(metric, indexes)) {
    filterRanges(evaluation, [range], memory.masks[level + 1]);
    memory.kernels.orMask(out, memory.masks[level + 1], out, scope.index.n);
  }
}

function evaluateStates(evaluation: Evaluation, codes: readonly string[], out: number): void {
  const { memory, scope, states } = evaluation;
  clearMask(evaluation, out);
  const words = answerWords(memory, scope.index.n, out);
  states().forEach((code, row) => {
    if (codes.includes(code)) words[row >>> 5] |= 1 << (row & 31);
  });
}

function filterRanges(
  { memory, scope }: Pick<Evaluation, "memory" | "scope">,
  ranges: readonly RangePredicate[],
  out: number,
  narrow = false,
): number {
  ranges.forEach(({ metric, min, max }, i) => {
    const { valuesOffset, validityOffset, hasSign } = scope.columns[metric];
    if (hasSign) putFloatPredicate(memory.fields, memory.list, i, valuesOffset, validityOffset, min, max);
    else putUnsignedPredicate(memory.fields, memory.list, i, valuesOffset, validityOffset, min, max);
  });
  return memory.kernels.filterFloats(memory.list, ranges.length, scope.index.n, out, narrow);
}

function clearMask({ memory, scope }: Evaluation, mask: number): void {
  memory.bytes.fill(0, mask, mask + maskByteLength(scope.index.n));
}

function fillMask(evaluation: Evaluation, mask: number): void {
  clearMask(evaluation, mask);
  evaluation.memory.kernels.complementMask(mask, mask, evaluation.scope.index.n);
}
