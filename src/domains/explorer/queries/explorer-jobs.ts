import type { Expression } from "../../../engine/expressions/expression.ts";
import type { HistogramAnswer, HistogramQuery } from "../../../engine/statistics/histograms.ts";
import type { SetAnswers, SetTask } from "../sets/set-questions.ts";
import type { MetricDistribution } from "./describe-metrics.ts";
import type { MetricWeight, RankBase, RankedRow } from "./rank-suburbs.ts";
import type { SimilarRow } from "./similar-suburbs.ts";

// Jobs and answers are plain data: they can be posted from thread to thread.

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
  /** In the order of the job, one each. */
  readonly histograms: readonly HistogramAnswer[];
}

/** How rows of any index are scored. */
export interface ScoreJob {
  readonly filter: Expression;
  /** At least one, no metric twice. */
  readonly weights: readonly MetricWeight[];
  readonly k: number;
  readonly base?: RankBase;
}

export interface RankJob extends ScoreJob {
  readonly scope: string;
}

export interface RankAnswer {
  readonly rows: readonly RankedRow[];
  /** Rows that satisfy the filter. */
  readonly candidateCount: number;
  /** Candidates without data for a weighted metric. */
  readonly excludedCount: number;
}

/** By what rows of any index are compared. */
export interface CompareJob {
  readonly filter: Expression;
  readonly metrics: readonly number[];
  readonly k: number;
}

export interface SimilarJob extends CompareJob {
  readonly scope: string;
  /** A suburb of any state. */
  readonly salCode: string;
}

export interface SimilarAnswer {
  readonly rows: readonly SimilarRow[];
  /** Rows that satisfy the filter, the target not counted. */
  readonly candidateCount: number;
  /** Candidates without data for a compared metric. */
  readonly excludedCount: number;
  readonly comparedMetrics: readonly number[];
  /** Asked for, but the target has no data. */
  readonly ignoredMetrics: readonly number[];
}

/** A question about the suburbs' own columns. */
export type SuburbTask =
  | { readonly kind: "describe"; readonly job: { readonly scope: string } }
  | { readonly kind: "explore"; readonly job: ExploreJob }
  | { readonly kind: "rank"; readonly job: RankJob }
  | { readonly kind: "similar"; readonly job: SimilarJob };

/** A question with its kind, as it travels to a thread. */
export type ExplorerTask = SuburbTask | SetTask;

export interface ExplorerAnswers extends SetAnswers {
  readonly describe: readonly MetricDistribution[];
  readonly explore: ExploreAnswer;
  readonly rank: RankAnswer;
  /** Undefined when there is no suburb of that code. */
  readonly similar: SimilarAnswer | undefined;
}

export type ExplorerAnswer = ExplorerAnswers[keyof ExplorerAnswers];
