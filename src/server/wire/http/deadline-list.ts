/** A call that ends when its time is over. */
export interface Deadline {
  readonly atMs: number;
  readonly expire: () => void;
  before: Deadline | undefined;
  after: Deadline | undefined;
}

/**
 * Deadlines that all lie the same time ahead, so that the first to be set is the first to pass: one timer serves them
 * all, where each call having its own costs more than admitting the call does. It keeps no process alive.
 */
export class DeadlineList {
  readonly #timeoutMs: number;
  #first: Deadline | undefined;
  #last: Deadline | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Calls `expire` when the time is over, unless the deadline is removed before. */
  add(expire: () => void): Deadline {
    const atMs = performance.now() + this.#timeoutMs;
    const deadline: Deadline = { atMs, expire, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = deadline;
    else this.#last.after = deadline;
    this.#last = deadline;
    this.#timer ??= setTimeout(this.#look, this.#timeoutMs).unref();
    return deadline;
  }

  /** Forgets a deadline that is in the list; call it once. */
  remove(deadline: Deadline): void {
    const { before, after } = deadline;
    // A forgotten one that still pointed to later ones would keep all of them, and their calls, from being collected.
    deadline.before = undefined;
    deadline.after = undefined;
    if (before === undefined) this.#first = after;
    else before.after = after;
    if (after === undefined) this.#last = before;
    else after.before = before;
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    const nowMs = performance.now();
    for (let next = this.#first; next !== undefined && next.atMs <= nowMs; next = this.#first) {
      this.remove(next);
      next.expire();
    }
    // An idle list has no timer; the next deadline starts one.
    if (this.#first === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(this.#look, Math.max(1, Math.ceil(this.#first.atMs - nowMs))).unref();
  };
}
