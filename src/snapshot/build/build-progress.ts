import type { StepKind } from "../graph/step.ts";

/** In this order. */
export type BuildStep = StepKind | "flush";

export interface BuildProgress {
  readonly step: BuildStep;
  /** The table, aggregate or file that was just begun or done. */
  readonly item: string;
  /** Items of this step that are done, of all items of this step. */
  readonly done: number;
  readonly total: number;
  /** Steps of the whole build that are done, of all. */
  readonly stepsDone: number;
  readonly stepsTotal: number;
  /** Expected seconds until the build ends, from what steps cost before; undefined when that is not known. */
  readonly secondsLeft?: number | undefined;
}
