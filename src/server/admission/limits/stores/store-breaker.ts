/** Failures in a row after which the store is left alone for a while. */
const FAILURES_TO_OPEN = 3;
const OPEN_MS = 60_000;

export interface BreakerOptions {
  readonly now: () => number;
  /** Told once when the store is given up and once when it is back. */
  readonly onChange: (isOpen: boolean, cause?: unknown) => void;
}

/** Runs store operations, and stops trying for a minute after three failures in a row. */
export function storeBreaker({ now, onChange }: BreakerOptions) {
  let failures = 0;
  let openUntilMs = 0;
  let isOpen = false;
  let hasAnswered = false;
  return {
    /** True from the first success until the third failure in a row: what a store says may be held against a caller. */
    get isAnswering() {
      return hasAnswered && !isOpen;
    },
    /** True from the third failure in a row until the next success. */
    get isOpen() {
      return isOpen;
    },
    /** Until operations are retried; 0 when they are tried now. */
    get restMs() {
      return isOpen ? Math.max(0, openUntilMs - now()) : 0;
    },
    /** The operation's answer; undefined when it failed or was not tried. */
    async run<T>(operation: () => Promise<T>, force = false): Promise<T | undefined> {
      if (this.restMs > 0 && !force) return undefined;
      try {
        const answer = await operation();
        failures = 0;
        hasAnswered = true;
        if (isOpen) {
          isOpen = false;
          onChange(false);
        }
        return answer;
      } catch (cause) {
        if (++failures >= FAILURES_TO_OPEN) {
          openUntilMs = now() + OPEN_MS;
          if (!isOpen) {
            isOpen = true;
            onChange(true, cause);
          }
        }
        return undefined;
      }
    },
  };
}
