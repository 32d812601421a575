import { NATIONAL_SCOPE } from "../../model/states.ts";
import type { SuburbColumns, SuburbScope } from "../columns/column.ts";
import { positionOf } from "../columns/suburb-index.ts";
import { selectBits } from "../kernels/select-bits.ts";
import type { SnapshotView } from "../view.ts";
import { comparedDeviation } from "./compared-values.ts";
import { describeMetrics, type MetricDistribution } from "./describe-metrics.ts";
import { evaluateExpression } from "./evaluate-expression.ts";
import { answerWords, type ExploreMemory, exploreMemoryOf } from "./explore-memory.ts";
import type { Expression } from "./expression.ts";
import { type HistogramAnswer, type HistogramQuery, metricHistogram } from "./histograms.ts";
import { nameText } from "./name-search.ts";
import { rowOrderer } from "./order-rows.ts";
import { type PercentileRanks, percentileRanks } from "./percentile-ranks.ts";
import { type MetricWeight, type RankAnswer, rankSuburbs } from "./rank-suburbs.ts";
import { type SimilarAnswer, similarSuburbs } from "./similar-suburbs.ts";

export interface ExploreJob {
  /** A state code or `AU`. */
  readonly scope: string;
  readonly filter: Expression;
  readonly histograms: readonly HistogramQuery[];
}

export interface ExploreAnswer {
  /** ceil(n/8) bytes, LSB first, spare bits zero. */
  readonly mask: Uint8Array;
  readonly count: number;
  readonly histograms: readonly HistogramAnswer[];
}

export interface RankJob {
  readonly scope: string;
  readonly filter: Expression;
  readonly weights: readonly MetricWeight[];
  readonly k: number;
}

export interface SimilarJob {
  readonly scope: string;
  readonly filter: Expression;
  /** A suburb of any state. */
  readonly salCode: string;
  readonly metrics: readonly number[];
  readonly k: number;
}

/**
 * Answers the explorer's questions about one snapshot's columns in one thread. Jobs and answers are plain enough to be
 * posted between threads; what is derived from a column is kept for the next job.
 */
export class Explorer {
  readonly #columns: SuburbColumns;
  readonly #memory: ExploreMemory;
  readonly #kept = new Map<string, unknown>();

  constructor(columns: SuburbColumns, options: { lane?: number; plain?: boolean } = {}) {
    this.#columns = columns;
    this.#memory = exploreMemoryOf(columns, options);
  }

  /** Distributions of every metric in a scope, in registry order. */
  describe(scope: string): readonly MetricDistribution[] {
    return this.#keep(`describe:${scope}`, () => describeMetrics(this.#scope(scope)));
  }

  /** The suburbs that satisfy a filter, and histograms over them and over the scope. */
  explore(job: ExploreJob): ExploreAnswer {
    const scope = this.#scope(job.scope);
    const count = this.#evaluate(scope, job.filter);
    const words = answerWords(this.#memory, scope.index.n);
    const start = this.#memory.masks[0];
    return {
      // Copied out: the mask in the shared memory belongs to the next job.
      mask: Uint8Array.from(this.#memory.bytes.subarray(start, start + Math.ceil(scope.index.n / 8))),
      count,
      histograms: job.histograms.map((query) => metricHistogram(scope, words, query)),
    };
  }

  /** The best suburbs under a filter by weighted metrics. */
  rank(job: RankJob): RankAnswer {
    const scope = this.#scope(job.scope);
    return rankSuburbs(scope, this.#candidates(scope, job.filter), job.weights, job.k, (metric) =>
      this.#ranks(scope, metric),
    );
  }

  /** The suburbs under a filter that are nearest to one; undefined when there is no suburb of that code. */
  similar(job: SimilarJob): SimilarAnswer | undefined {
    const national = this.#scope(NATIONAL_SCOPE);
    const target = { scope: national, position: positionOf(national.index, job.salCode) };
    if (target.position < 0) return undefined;
    const scope = this.#scope(job.scope);
    const itself = positionOf(scope.index, job.salCode);
    const candidates = this.#candidates(scope, job.filter).filter((row) => row !== itself);
    return similarSuburbs(scope, candidates, target, job.metrics, job.k, (metric) =>
      this.#keep(`deviation:${metric}`, () => comparedDeviation(national.columns[metric])),
    );
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

  #candidates(scope: SuburbScope, filter: Expression): Uint32Array {
    const positions = new Uint32Array(this.#evaluate(scope, filter));
    selectBits(answerWords(this.#memory, scope.index.n), scope.index.n, positions);
    return positions;
  }

  #ranks(scope: SuburbScope, metric: number): PercentileRanks {
    const { scope: code, n } = scope.index;
    const column = scope.columns[metric];
    return this.#keep(`ranks:${code}:${metric}`, () =>
      percentileRanks(column, this.#keep(`order:${code}`, () => rowOrderer(n))(column)),
    );
  }

  #keep<T>(name: string, derive: () => T): T {
    if (!this.#kept.has(name)) this.#kept.set(name, derive());
    return this.#kept.get(name) as T;
  }
}

/** The explorer of a pinned view, made on first use. */
export function explorerOf(view: SnapshotView): Explorer {
  return view.derived("explorer", () => new Explorer(view.columns));
}
