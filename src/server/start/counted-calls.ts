import type { Count } from "./thread-messages.ts";

/** How long a counted request may be unknown to the ledger. A message for each would cost more than the request's count. */
const TELL_AFTER_MS = 5;

/** Gathers what a thread has admitted, by caller, and posts it together. */
export class CountedCalls {
  readonly #post: (counts: readonly Count[]) => void;
  #counts = new Map<string, { cost: number; limit: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(post: (counts: readonly Count[]) => void) {
    this.#post = post;
  }

  readonly add = (identifier: string, cost: number, limit: number): void => {
    const count = this.#counts.get(identifier);
    if (count === undefined) this.#counts.set(identifier, { cost, limit });
    else {
      count.cost += cost;
      count.limit = limit;
    }
    this.#timer ??= setTimeout(() => this.flush(), TELL_AFTER_MS);
  };

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#counts.size === 0) return;
    this.#post(Array.from(this.#counts, ([identifier, { cost, limit }]) => [identifier, cost, limit]));
    this.#counts = new Map();
  }
}
