import { type ColumnScope, isNull, type RowIndex } from "../../../engine/columns/column.ts";
import { evaluateExpression, narrowToData } from "../../../engine/expressions/evaluate-expression.ts";
import { answerWords, type ExploreMemory } from "../../../engine/expressions/explore-memory.ts";
import type { Expression } from "../../../engine/expressions/expression.ts";
import { nameText } from "../../../engine/expressions/name-search.ts";
import { selectBits } from "../../../engine/kernels/select-bits.ts";
import { type ComparedValues, comparedValues } from "../../../engine/statistics/compared-values.ts";
import { rowOrderer } from "../../../engine/statistics/order-rows.ts";
import { type PercentileRanks, percentileRanks } from "../../../engine/statistics/percentile-ranks.ts";
import { smallestKeys } from "../../../engine/statistics/smallest-keys.ts";
import { remembered } from "../../../runtime/lazy.ts";
import { type MetricWeight, type RankBase, rankRows, withBase } from "./rank-suburbs.ts";

/** Texts of an index that expressions look at. */
export interface RowTexts<Index> {
  names(index: Index): readonly string[];
  /** The state of each row. */
  states(index: Index): readonly string[];
}

/**
 * Filters, ranks and compares the rows of the scopes of one index, suburbs or stocks, in one thread. What it derives it
 * keeps for the next question.
 */
export class RowExplorer<Index extends RowIndex> {
  readonly memory: ExploreMemory;
  readonly #texts: RowTexts<Index>;
  readonly #kept = new Map<string, unknown>();

  constructor(memory: ExploreMemory, texts: RowTexts<Index>) {
    this.memory = memory;
    this.#texts = texts;
  }

  /** Writes the rows that satisfy a filter at the first mask of the memory and returns how many. */
  evaluate(scope: ColumnScope<Index>, filter: Expression): number {
    const { index } = scope;
    const names = () => this.#keep(`names:${index.scope}`, () => nameText(this.#texts.names(index)));
    const states = () => this.#texts.states(index);
    return evaluateExpression({ memory: this.memory, scope, names, states }, filter);
  }

  /** The best rows under a filter by weighted metrics. */
  rank(scope: ColumnScope<Index>, { filter, weights, k, base }: ScoreJob) {
    /** Rows that satisfy the filter. */
    const candidateCount = this.evaluate(scope, filter);
    const metrics = weights.map(({ metric }) => metric);
    const positions = withBase(scope, this.#positionsWithData(scope, metrics), base);
    const rows = rankRows(scope, positions, weights, k, (metric) => this.#ranks(scope, metric));
    return {
      rows,
      candidateCount,
      /** Candidates without data for a weighted metric. */
      excludedCount: candidateCount - positions.length,
    };
  }

  /** The rows of a scope under a filter that are nearest to the target. */
  similar(scope: ColumnScope<Index>, place: SimilarPlace, { filter, metrics, k }: CompareJob) {
    const { whole, first, target } = place;
    /** Rows that satisfy the filter, the target not counted. */
    const candidateCount = this.#evaluateWithout(scope, filter, target - first);
    const comparedMetrics = metrics.filter((metric) => !isNull(whole.columns[metric], target));
    /** Asked for, but the target has no data. */
    const ignoredMetrics = metrics.filter((metric) => isNull(whole.columns[metric], target));
    const counts = { candidateCount, comparedMetrics, ignoredMetrics };
    if (comparedMetrics.length === 0) return { ...counts, rows: [], excludedCount: 0 };
    const positions = this.#positionsWithData(scope, comparedMetrics);
    const rows = similarRows(place, positions, comparedMetrics, k, (metric) =>
      this.#keep(`compared:${metric}`, () => comparedValues(whole.columns[metric])),
    );
    return {
      ...counts,
      rows,
      /** Candidates without data for a compared metric. */
      excludedCount: candidateCount - positions.length,
    };
  }

  /** The same with one row left out, which may lie outside the scope. */
  #evaluateWithout(scope: ColumnScope<Index>, filter: Expression, row: number): number {
    const count = this.evaluate(scope, filter);
    if (row < 0 || row >= scope.index.n) return count;
    const words = answerWords(this.memory, scope.index.n);
    const bit = (words[row >>> 5] >>> (row & 31)) & 1;
    words[row >>> 5] &= ~(1 << (row & 31));
    return count - bit;
  }

  /** Rows of the evaluated filter that have data for all the metrics, of which there is at least one. */
  #positionsWithData(scope: ColumnScope, metrics: readonly number[]): Uint32Array {
    const positions = new Uint32Array(narrowToData(this.memory, scope, metrics));
    selectBits(answerWords(this.memory, scope.index.n), scope.index.n, positions);
    return positions;
  }

  #ranks(scope: ColumnScope, metric: number): PercentileRanks {
    const { scope: code, n } = scope.index;
    const orderOf = this.#keep(`order:${code}`, () => rowOrderer(n));
    const column = scope.columns[metric];
    return this.#keep(`ranks:${code}:${metric}`, () => percentileRanks(column, orderOf(column)));
  }

  #keep<T>(name: string, derive: () => T): T {
    return remembered(this.#kept, name, derive) as T;
  }
}

/** How rows of any index are scored. */
export interface ScoreJob {
  readonly filter: Expression;
  /** At least one, no metric twice. */
  readonly weights: readonly MetricWeight[];
  readonly k: number;
  readonly base?: RankBase;
}

export type RankAnswer = ReturnType<RowExplorer<RowIndex>["rank"]>;

/** By what rows of any index are compared. */
export interface CompareJob {
  readonly filter: Expression;
  readonly metrics: readonly number[];
  readonly k: number;
}

export type SimilarAnswer = ReturnType<RowExplorer<RowIndex>["similar"]>;

/** Where the rows of a scope are in the whole, in whose values distances are measured. */
export interface SimilarPlace {
  readonly whole: Pick<ColumnScope, "columns">;
  /** Position in the whole of the scope's first row: a scope is one run of it. */
  readonly first: number;
  /** Position in the whole of the target. */
  readonly target: number;
}

/**
 * The k positions of a scope nearest to the target, nearest first, ties by position. All of them, and the target, have
 * data for every metric, of which there is at least one.
 */
export function similarRows(
  { whole, first, target }: SimilarPlace,
  positions: Uint32Array,
  metrics: readonly number[],
  k: number,
  comparedOf: (metric: number) => ComparedValues,
) {
  const compared = metrics.map(comparedOf);
  const keys = new Float64Array(positions.length);
  for (const one of compared) addSquares(one, target, first, positions, keys);
  for (let i = 0; i < keys.length; i++) keys[i] = Math.sqrt(keys[i]);
  return Array.from(smallestKeys(keys, keys.length, k), (place) => {
    const position = positions[place];
    /** One entry a compared metric, in their order. */
    const differences = metrics.map((metric, m) => ({
      targetValue: whole.columns[metric].values[target],
      value: whole.columns[metric].values[first + position],
      scaledDifference: scaledDifference(compared[m], target, first + position),
    }));
    return {
      position,
      /** Euclidean, in standard deviations. */
      distance: keys[place],
      differences,
    };
  });
}

/** A metric at a time, so that the loop reads one column. */
function addSquares(
  one: ComparedValues,
  target: number,
  first: number,
  positions: Uint32Array,
  squares: Float64Array,
): void {
  for (let i = 0; i < positions.length; i++)
    squares[i] += scaledDifference(one, target, first + positions[i]) ** 2;
}

function scaledDifference({ values, deviation }: ComparedValues, target: number, row: number): number {
  return deviation === 0 ? 0 : (values[row] - values[target]) / deviation;
}
