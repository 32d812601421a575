import { NATIONAL_SCOPE } from "../../../dataset/states.ts";
import { isNull, type SuburbColumns, type SuburbScope } from "../../../engine/columns/column.ts";
import { positionOf } from "../../../engine/columns/suburb-index.ts";
import { evaluateExpression, narrowToData } from "../../../engine/expressions/evaluate-expression.ts";
import {
  answerWords,
  type ExploreMemory,
  exploreMemoryOf,
} from "../../../engine/expressions/explore-memory.ts";
import type { Expression } from "../../../engine/expressions/expression.ts";
import { nameText } from "../../../engine/expressions/name-search.ts";
import { selectBits } from "../../../engine/kernels/select-bits.ts";
import { type BinnedColumn, binColumn } from "../../../engine/statistics/binned-column.ts";
import { comparedValues } from "../../../engine/statistics/compared-values.ts";
import { type HistogramQuery, metricHistogram } from "../../../engine/statistics/histograms.ts";
import { rowOrderer } from "../../../engine/statistics/order-rows.ts";
import { type PercentileRanks, percentileRanks } from "../../../engine/statistics/percentile-ranks.ts";
import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { describeMetrics, type MetricDistribution } from "./describe-metrics.ts";
import type {
  ExploreAnswer,
  ExploreJob,
  ExplorerAnswer,
  RankAnswer,
  RankJob,
  SimilarAnswer,
  SimilarJob,
  SuburbTask,
} from "./explorer-jobs.ts";
import { rankSuburbs } from "./rank-suburbs.ts";
import { similarSuburbs } from "./similar-suburbs.ts";

/** Columns kept in bins: at a byte a row, 4 MB for a country whose histograms are all asked for. */
const KEPT_BINNED_COLUMNS = 256;

/** Answers the explorer's questions about one snapshot's columns in one thread; what it derives it keeps for the next. */
export class Explorer {
  readonly #columns: SuburbColumns;
  readonly #memory: ExploreMemory;
  readonly #kept = new Map<string, unknown>();
  readonly #binned = new BoundedCache<BinnedColumn>({ maxEntries: KEPT_BINNED_COLUMNS });

  constructor(columns: SuburbColumns, options: { lane?: number; plain?: boolean } = {}) {
    this.#columns = columns;
    this.#memory = exploreMemoryOf(columns, options);
  }

  /** The answer to a question of any kind. */
  perform(task: SuburbTask): ExplorerAnswer {
    switch (task.kind) {
      case "describe":
        return this.describe(task.job.scope);
      case "explore":
        return this.explore(task.job);
      case "rank":
        return this.rank(task.job);
      case "similar":
        return this.similar(task.job);
    }
  }

  /** Distributions of every metric in a scope, in registry order. */
  describe(scope: string): readonly MetricDistribution[] {
    return describeMetrics(this.#scope(scope));
  }

  /** The suburbs that satisfy a filter, and histograms over them and over the scope. */
  explore(job: ExploreJob): ExploreAnswer {
    const scope = this.#scope(job.scope);
    const count = this.#evaluate(scope, job.filter);
    const words = answerWords(this.#memory, scope.index.n);
    const start = this.#memory.masks[0];
    return {
      // Copied out: the mask in the shared memory belongs to the next job.
      mask: this.#memory.bytes.slice(start, start + Math.ceil(scope.index.n / 8)),
      count,
      histograms: job.histograms.map((query) =>
        metricHistogram(query.metric, this.#binnedColumn(scope, query), words),
      ),
    };
  }

  /** The best suburbs under a filter by weighted metrics. */
  rank(job: RankJob): RankAnswer {
    const scope = this.#scope(job.scope);
    const candidateCount = this.#evaluate(scope, job.filter);
    const positions = this.#positionsWithData(
      scope,
      job.weights.map(({ metric }) => metric),
    );
    const rows = rankSuburbs(scope, positions, job.weights, job.k, (metric) => this.#ranks(scope, metric));
    return { rows, candidateCount, excludedCount: candidateCount - positions.length };
  }

  /** The suburbs under a filter that are nearest to one; undefined when there is no suburb of that code. */
  similar(job: SimilarJob): SimilarAnswer | undefined {
    const national = this.#scope(NATIONAL_SCOPE);
    const target = positionOf(national.index, job.salCode);
    if (target < 0) return undefined;
    const scope = this.#scope(job.scope);
    const first = scope.index.n === 0 ? 0 : positionOf(national.index, scope.index.salCodes[0]);
    const candidateCount = this.#evaluateWithout(scope, job.filter, target - first);
    const comparedMetrics = job.metrics.filter((metric) => !isNull(national.columns[metric], target));
    const ignoredMetrics = job.metrics.filter((metric) => isNull(national.columns[metric], target));
    const counts = { candidateCount, comparedMetrics, ignoredMetrics };
    if (comparedMetrics.length === 0) return { ...counts, rows: [], excludedCount: 0 };
    const positions = this.#positionsWithData(scope, comparedMetrics);
    const rows = similarSuburbs({ national, first, target }, positions, comparedMetrics, job.k, (metric) =>
      this.#keep(`compared:${metric}`, () => comparedValues(national.columns[metric])),
    );
    return { ...counts, rows, excludedCount: candidateCount - positions.length };
  }

  #scope(code: string): SuburbScope {
    const scope = this.#columns.scopes.get(code);
    if (scope === undefined) throw new RangeError(`no scope "${code}" in the columns`);
    return scope;
  }

  #evaluate(scope: SuburbScope, filter: Expression): number {
    const names = () => this.#keep(`names:${scope.index.scope}`, () => nameText(scope.index.salNames));
    return evaluateExpression({ memory: this.#memory, scope, names }, filter);
  }

  /** The same with one row left out, which may lie outside the scope. */
  #evaluateWithout(scope: SuburbScope, filter: Expression, row: number): number {
    const count = this.#evaluate(scope, filter);
    if (row < 0 || row >= scope.index.n) return count;
    const words = answerWords(this.#memory, scope.index.n);
    const bit = (words[row >>> 5] >>> (row & 31)) & 1;
    words[row >>> 5] &= ~(1 << (row & 31));
    return count - bit;
  }

  /** Rows of the evaluated filter that have data for all the metrics, of which there is at least one. */
  #positionsWithData(scope: SuburbScope, metrics: readonly number[]): Uint32Array {
    const positions = new Uint32Array(narrowToData(this.#memory, scope, metrics));
    selectBits(answerWords(this.#memory, scope.index.n), scope.index.n, positions);
    return positions;
  }

  #binnedColumn(scope: SuburbScope, { metric, binCount }: HistogramQuery): BinnedColumn {
    const column = scope.columns[metric];
    const key = `${scope.index.scope}:${metric}:${column.metric.kind === "numeric" ? binCount : 0}`;
    const known = this.#binned.get(key);
    if (known !== undefined) return known;
    const binned = binColumn(column, binCount);
    this.#binned.set(key, binned);
    return binned;
  }

  #ranks(scope: SuburbScope, metric: number): PercentileRanks {
    const { scope: code, n } = scope.index;
    const orderOf = this.#keep(`order:${code}`, () => rowOrderer(n));
    const column = scope.columns[metric];
    return this.#keep(`ranks:${code}:${metric}`, () => percentileRanks(column, orderOf(column)));
  }

  #keep<T>(name: string, derive: () => T): T {
    if (!this.#kept.has(name)) this.#kept.set(name, derive());
    return this.#kept.get(name) as T;
  }
}
