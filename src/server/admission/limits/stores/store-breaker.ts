/** Consecutive failures that open the breaker. */
const FAILURES_TO_OPEN = 3;
const OPEN_MS = 60_000;

export interface BreakerOptions {
  readonly now: () => number;
  /** Called once on opening and once on closing. */
  readonly onChange: (isOpen: boolean, cause?: unknown) => void;
}

/** Circuit breaker for store operations: after three consecutive failures, no attempts for a minute. */
export function storeBreaker({ now, onChange }: BreakerOptions) {
  let failures = 0;
  let openUntilMs = 0;
  let isOpen = false;
  let hasAnswered = false;
  return {
    /** True from the first success until the breaker opens: only then may callers be denied by a total. */
    get isAnswering() {
      return hasAnswered && !isOpen;
    },
    /** True from the third consecutive failure until the next success. */
    get isOpen() {
      return isOpen;
    },
    /** Milliseconds until the next attempt; 0 if attempts are allowed now. */
    get restMs() {
      return isOpen ? Math.max(0, openUntilMs - now()) : 0;
    },
    /** The result; undefined if the operation failed or was skipped. */
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
