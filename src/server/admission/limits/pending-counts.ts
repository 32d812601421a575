import { callerClass } from "../callers/caller-class.ts";

type Counts = ReadonlyMap<string, number>;

/**
 * Requests by month and caller that are to be written though their caller has no account any more. What users owe is always
 * kept; what strangers owe for so many callers a month, and those in the write in progress are some of them: a write that
 * fails brings them back.
 */
export class PendingCounts {
  readonly #most: number;
  readonly #byMonth = new Map<string, Map<string, number>>();
  #sent: { readonly month: string; readonly counts: Counts } | undefined;
  #lost = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get months(): readonly string[] {
    return [...this.#byMonth.keys()];
  }

  /** Callers of all months. */
  get callers(): number {
    let callers = 0;
    for (const counts of this.#byMonth.values()) callers += counts.size;
    return callers;
  }

  /** Requests of all of them, and those in the write in progress. */
  get requests(): number {
    let requests = 0;
    for (const counts of [...this.#byMonth.values(), this.#sent?.counts ?? []]) {
      for (const [, count] of counts) requests += count;
    }
    return requests;
  }

  /** Requests of strangers that found no room. */
  get lost(): number {
    return this.#lost;
  }

  /** Keeps a caller's requests of a month, or counts them as lost. */
  keep(month: string, identifier: string, count: number): void {
    if (callerClass(identifier) === "stranger" && !this.#hasRoom(month, identifier)) {
      this.#lost += count;
      return;
    }
    const pending = this.#byMonth.get(month) ?? new Map<string, number>();
    pending.set(identifier, (pending.get(identifier) ?? 0) + count);
    this.#byMonth.set(month, pending);
  }

  /** The counts of a month, which are not kept here any longer. */
  take(month: string): Counts {
    const counts = this.#byMonth.get(month) ?? new Map();
    this.#byMonth.delete(month);
    return counts;
  }

  /** A write of counts, with or without an account, has begun. */
  beginWrite(month: string, counts: Counts): void {
    this.#sent = { month, counts };
  }

  endWrite(): void {
    this.#sent = undefined;
  }

  #hasRoom(month: string, identifier: string): boolean {
    const pending = this.#byMonth.get(month);
    const sent = this.#sent?.month === month ? this.#sent.counts : undefined;
    if (pending?.has(identifier) || sent?.has(identifier)) return true;
    return (pending?.size ?? 0) + (sent?.size ?? 0) < this.#most;
  }
}
