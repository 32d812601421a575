import { type Step, stepName } from "./step.ts";

/** Of the expected work, what must be done before this machine is known. */
const LEAST_SHARE = 0.1;

/**
 * How long a run of steps still takes, from what each is expected to take: no less than the longest chain of steps that
 * wait for each other, and as much longer as those that are done took longer than expected.
 */
export class TimeLeft<Lane> {
  readonly #costOf: (step: Step<Lane>) => number;
  readonly #wayOf: (step: Step<Lane>) => number;
  readonly #lanes: number;
  readonly #open: Set<Step<Lane>>;
  readonly #all: number;
  #left: number;
  /** Seconds of the steps that ran, expected and taken. */
  #expected = 0;
  #taken = 0;

  /** `wayOf` is the expected seconds of a step and of the longest chain that waits for it. */
  constructor(
    steps: readonly Step<Lane>[],
    lanes: number,
    costOf: (name: string) => number,
    wayOf: (step: Step<Lane>) => number,
  ) {
    this.#costOf = (step) => costOf(stepName(step));
    this.#wayOf = wayOf;
    this.#lanes = lanes;
    this.#open = new Set(steps);
    this.#all = steps.reduce((sum, step) => sum + this.#costOf(step), 0);
    this.#left = this.#all;
  }

  /** Takes a step out of what is left; without the seconds that it ran where its result was kept. */
  end(step: Step<Lane>, seconds?: number): void {
    if (!this.#open.delete(step)) return;
    const cost = this.#costOf(step);
    this.#left -= cost;
    if (seconds === undefined || cost === 0) return;
    this.#expected += cost;
    this.#taken += seconds;
  }

  /** Undefined until so much is done that it is known how this machine compares. */
  seconds(): number | undefined {
    const isKnown = this.#expected > 0 && this.#all - this.#left >= LEAST_SHARE * this.#all;
    if (!isKnown) return undefined;
    const longest = Math.max(0, ...[...this.#open].map(this.#wayOf));
    return (Math.max(longest, this.#left / this.#lanes) * this.#taken) / this.#expected;
  }
}
