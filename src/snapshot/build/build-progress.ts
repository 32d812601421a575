import type { StepKind } from "../graph/step.ts";

/** Kinds of work, in the order of the build. */
export type BuildStep = StepKind | "flush";

export interface BuildProgress {
  readonly step: BuildStep;
  /** Table, aggregate or file that was just begun or done. */
  readonly item: string;
  /** Items of this step: done, and in all. */
  readonly done: number;
  readonly total: number;
  /** Steps of the whole build: done, and in all. */
  readonly stepsDone: number;
  readonly stepsTotal: number;
  /** Estimate from the costs of earlier builds; undefined if there are none. */
  readonly secondsLeft?: number | undefined;
}
