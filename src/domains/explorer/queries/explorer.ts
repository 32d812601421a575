import { NATIONAL_SCOPE } from "../../../dataset/states.ts";
import type { SuburbColumns, SuburbScope } from "../../../engine/columns/column.ts";
import { positionOf, type SuburbIndex } from "../../../engine/columns/suburb-index.ts";
import { answerWords, exploreMemoryOf } from "../../../engine/expressions/explore-memory.ts";
import type { Expression } from "../../../engine/expressions/expression.ts";
import { type BinnedColumn, binColumn } from "../../../engine/statistics/binned-column.ts";
import {
  type HistogramAnswer,
  type HistogramQuery,
  metricHistogram,
} from "../../../engine/statistics/histograms.ts";
import { BoundedCache } from "../../../runtime/bounded-cache.ts";
import { remembered } from "../../../runtime/lazy.ts";
import type { SetAnswers, SetTask } from "../sets/set-questions.ts";
import { describeMetrics, type MetricDistribution } from "./describe-metrics.ts";
import {
  type CompareJob,
  type RankAnswer,
  RowExplorer,
  type ScoreJob,
  type SimilarAnswer,
} from "./row-explorer.ts";

/** Cached binned columns: one byte per row, 4 MB for the country if all are in use. */
const CACHED_BINNED_COLUMNS = 256;

/** Performs tasks on one snapshot's suburbs in one thread, with caches of derived data. */
export class Explorer {
  readonly #columns: SuburbColumns;
  readonly #rows: RowExplorer<SuburbIndex>;
  readonly #binned = new BoundedCache<BinnedColumn>({ maxEntries: CACHED_BINNED_COLUMNS });

  constructor(columns: SuburbColumns, options: { lane?: number; plain?: boolean } = {}) {
    this.#columns = columns;
    this.#rows = new RowExplorer(exploreMemoryOf(columns, options), {
      names: ({ salNames }) => salNames,
      states: ({ stateCodes }) => stateCodes,
    });
  }

  perform({ kind, job }: SuburbTask): ExplorerAnswer {
    return this[kind](job as never);
  }

  describe({ scope }: { readonly scope: string }): readonly MetricDistribution[] {
    return describeMetrics(this.#scope(scope));
  }

  /** Suburbs that match a filter, and histograms over them and over the whole scope. */
  explore(job: ExploreJob): ExploreAnswer {
    const scope = this.#scope(job.scope);
    const { memory } = this.#rows;
    const count = this.#rows.evaluate(scope, job.filter);
    const words = answerWords(memory, scope.index.n);
    const start = memory.masks[0];
    return {
      // Copied, as the next task reuses the mask in shared memory.
      mask: memory.bytes.slice(start, start + Math.ceil(scope.index.n / 8)),
      count,
      histograms: job.histograms.map((query) =>
        metricHistogram(query.metric, this.#binnedColumn(scope, query), words),
      ),
    };
  }

  rank(job: RankJob): RankAnswer {
    return this.#rows.rank(this.#scope(job.scope), job);
  }

  /** Suburbs under a filter that are most similar to one; undefined if its code is unknown. */
  similar(job: SimilarJob): SimilarAnswer | undefined {
    const whole = this.#scope(NATIONAL_SCOPE);
    const target = positionOf(whole.index, job.salCode);
    if (target < 0) return undefined;
    const scope = this.#scope(job.scope);
    const first = scope.index.n === 0 ? 0 : positionOf(whole.index, scope.index.salCodes[0]);
    return this.#rows.similar(scope, { whole, first, target }, job);
  }

  #scope(code: string): SuburbScope {
    const scope = this.#columns.scopes.get(code);
    if (scope === undefined) throw new RangeError(`no scope "${code}" in the columns`);
    return scope;
  }

  #binnedColumn(scope: SuburbScope, { metric, binCount }: HistogramQuery): BinnedColumn {
    const column = scope.columns[metric];
    const key = `${scope.index.scope}:${metric}:${column.metric.kind === "numeric" ? binCount : 0}`;
    return remembered(this.#binned, key, () => binColumn(column, binCount));
  }
}

// Jobs and answers are plain data, so that threads can post them.

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
  /** One per query of the job, in order. */
  readonly histograms: readonly HistogramAnswer[];
}

export interface RankJob extends ScoreJob {
  readonly scope: string;
}

export interface SimilarJob extends CompareJob {
  readonly scope: string;
  /** A suburb of any state. */
  readonly salCode: string;
}

type SuburbKind = "describe" | "explore" | "rank" | "similar";

export type SuburbTask = {
  [Kind in SuburbKind]: { readonly kind: Kind; readonly job: Parameters<Explorer[Kind]>[0] };
}[SuburbKind];

export type ExplorerTask = SuburbTask | SetTask;

export type ExplorerAnswers = SetAnswers & { readonly [Kind in SuburbKind]: ReturnType<Explorer[Kind]> };

export type ExplorerAnswer = ExplorerAnswers[keyof ExplorerAnswers];
