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

/** Strings of an index that expressions refer to. */
interface RowTexts<Index> {
  names(index: Index): readonly string[];
  /** State code of each row. */
  states(index: Index): readonly string[];
}

/** Filters, ranks and compares rows of suburbs or stocks in one thread, with caches of derived data. */
export class RowExplorer<Index extends RowIndex> {
  readonly memory: ExploreMemory;
  readonly #texts: RowTexts<Index>;
  readonly #cache = new Map<string, unknown>();

  constructor(memory: ExploreMemory, texts: RowTexts<Index>) {
    this.memory = memory;
    this.#texts = texts;
  }

  /** Writes the matching rows as a bit mask at `memory.masks[0]` and returns their number. */
  evaluate(scope: ColumnScope<Index>, filter: Expression): number {
    const { index } = scope;
    const names = () => this.#cached(`names:${index.scope}`, () => nameText(this.#texts.names(index)));
    const states = () => this.#texts.states(index);
    return evaluateExpression({ memory: this.memory, scope, names, states }, filter);
  }

  rank(scope: ColumnScope<Index>, { filter, weights, k, base }: ScoreJob) {
    /** Rows that match the filter. */
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

  similar(scope: ColumnScope<Index>, place: SimilarPlace, { filter, metrics, k }: CompareJob) {
    const { whole, first, target } = place;
    /** Rows that match the filter, without the target. */
    const candidateCount = this.#evaluateWithout(scope, filter, target - first);
    const comparedMetrics = metrics.filter((metric) => !isNull(whole.columns[metric], target));
    /** Requested metrics without data for the target. */
    const ignoredMetrics = metrics.filter((metric) => isNull(whole.columns[metric], target));
    const counts = { candidateCount, comparedMetrics, ignoredMetrics };
    if (comparedMetrics.length === 0) return { ...counts, rows: [], excludedCount: 0 };
    const positions = this.#positionsWithData(scope, comparedMetrics);
    const rows = similarRows(place, positions, comparedMetrics, k, (metric) =>
      this.#cached(`compared:${metric}`, () => comparedValues(whole.columns[metric])),
    );
    return {
      ...counts,
      rows,
      /** Candidates without data for a compared metric. */
      excludedCount: candidateCount - positions.length,
    };
  }

  /** Evaluates the filter and clears one row, which may be outside the scope. */
  #evaluateWithout(scope: ColumnScope<Index>, filter: Expression, row: number): number {
    const count = this.evaluate(scope, filter);
    if (row < 0 || row >= scope.index.n) return count;
    const words = answerWords(this.memory, scope.index.n);
    const bit = (words[row >>> 5] >>> (row & 31)) & 1;
    words[row >>> 5] &= ~(1 << (row & 31));
    return count - bit;
  }

  /** Rows of the last filter that have data for all metrics (at least one). */
  #positionsWithData(scope: ColumnScope, metrics: readonly number[]): Uint32Array {
    const positions = new Uint32Array(narrowToData(this.memory, scope, metrics));
    selectBits(answerWords(this.memory, scope.index.n), scope.index.n, positions);
    return positions;
  }

  #ranks(scope: ColumnScope, metric: number): PercentileRanks {
    const { scope: code, n } = scope.index;
    const orderOf = this.#cached(`order:${code}`, () => rowOrderer(n));
    const column = scope.columns[metric];
    return this.#cached(`ranks:${code}:${metric}`, () => percentileRanks(column, orderOf(column)));
  }

  #cached<T>(name: string, derive: () => T): T {
    return remembered(this.#cache, name, derive) as T;
  }
}

/** A ranking of the rows of any index. */
export interface ScoreJob {
  readonly filter: Expression;
  /** At least one, no duplicate metrics. */
  readonly weights: readonly MetricWeight[];
  readonly k: number;
  readonly base?: RankBase;
}

export type RankAnswer = ReturnType<RowExplorer<RowIndex>["rank"]>;

/** A similarity search among the rows of any index. */
export interface CompareJob {
  readonly filter: Expression;
  readonly metrics: readonly number[];
  readonly k: number;
}

export type SimilarAnswer = ReturnType<RowExplorer<RowIndex>["similar"]>;

/** Location of a scope and of the target in the whole, over which deviations are computed. */
interface SimilarPlace {
  readonly whole: Pick<ColumnScope, "columns">;
  /** Position of the scope's first row in the whole; a scope is a contiguous run. */
  readonly first: number;
  /** Position of the target in the whole. */
  readonly target: number;
}

/** The k nearest positions of a scope, ties by position. They and the target have data for all metrics. */
function similarRows(
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
    /** By compared metric, in order. */
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

/** One metric at a time, so that the loop reads a single column. */
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
