import { type Step, stepName } from "./step.ts";

/** Share of the expected work that must be done before the speed of this machine is known. */
const MIN_SHARE = 0.1;

/** Remaining time of a run: at least its longest chain of steps, scaled by actual / expected seconds. */
export class TimeLeft<Lane> {
  readonly #costOf: (step: Step<Lane>) => number;
  readonly #criticalPathOf: (step: Step<Lane>) => number;
  readonly #lanes: number;
  readonly #open: Set<Step<Lane>>;
  readonly #all: number;
  #left: number;
  /** Expected and actual seconds of the steps that ran. */
  #expected = 0;
  #taken = 0;

  /** `criticalPathOf`: expected seconds of a step and of the longest chain that waits for it. */
  constructor(
    steps: readonly Step<Lane>[],
    lanes: number,
    costOf: (name: string) => number,
    criticalPathOf: (step: Step<Lane>) => number,
  ) {
    this.#costOf = (step) => costOf(stepName(step));
    this.#criticalPathOf = criticalPathOf;
    this.#lanes = lanes;
    this.#open = new Set(steps);
    this.#all = steps.reduce((sum, step) => sum + this.#costOf(step), 0);
    this.#left = this.#all;
  }

  /** Removes a step from what is left; `seconds` is undefined if its result was cached. */
  end(step: Step<Lane>, seconds?: number): void {
    if (!this.#open.delete(step)) return;
    const cost = this.#costOf(step);
    this.#left -= cost;
    if (seconds === undefined || cost === 0) return;
    this.#expected += cost;
    this.#taken += seconds;
  }

  /** Undefined until enough is done to know how fast this machine is. */
  seconds(): number | undefined {
    const isKnown = this.#expected > 0 && this.#all - this.#left >= MIN_SHARE * this.#all;
    if (!isKnown) return undefined;
    const longest = Math.max(0, ...[...this.#open].map(this.#criticalPathOf));
    return (Math.max(longest, this.#left / this.#lanes) * this.#taken) / this.#expected;
  }
}
