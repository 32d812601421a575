/** Failures in a row after which the store is left alone for a while. */
const FAILURES_TO_OPEN = 3;
const OPEN_MS = 60_000;

export interface BreakerOptions {
  readonly now: () => number;
  /** Told once when the store is given up and once when it is back. */
  readonly onChange: (isOpen: boolean, cause?: unknown) => void;
}

/** Runs store operations, and stops trying for a minute after three failures in a row. */
export class StoreBreaker {
  readonly #options: BreakerOptions;
  #failures = 0;
  #openUntilMs = 0;
  #isOpen = false;
  #hasAnswered = false;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  /** True from the first success until the third failure in a row: what a store says may be held against a caller. */
  get isAnswering(): boolean {
    return this.#hasAnswered && !this.#isOpen;
  }

  /** True from the third failure in a row until the next success. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Until operations are retried; 0 when they are tried now. */
  get restMs(): number {
    return this.#isOpen ? Math.max(0, this.#openUntilMs - this.#options.now()) : 0;
  }

  /** The operation's answer; undefined when it failed or was not tried. */
  async run<T>(operation: () => Promise<T>, force = false): Promise<T | undefined> {
    if (this.restMs > 0 && !force) return undefined;
    try {
      const answer = await operation();
      this.#failures = 0;
      this.#hasAnswered = true;
      if (this.#isOpen) {
        this.#isOpen = false;
        this.#options.onChange(false);
      }
      return answer;
    } catch (cause) {
      if (++this.#failures >= FAILURES_TO_OPEN) {
        this.#openUntilMs = this.#options.now() + OPEN_MS;
        if (!this.#isOpen) {
          this.#isOpen = true;
          this.#options.onChange(true, cause);
        }
      }
      return undefined;
    }
  }
}
