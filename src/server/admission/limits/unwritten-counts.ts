import { callerClass } from "../callers/caller-class.ts";

type Counts = ReadonlyMap<string, number>;

/**
 * Unwritten requests by month and caller. Users' counts are always kept; strangers' up to a number of callers
 * per month. Those in the write in progress count towards it, as a failed write brings them back.
 */
export class UnwrittenCounts {
  readonly #most: number;
  readonly #byMonth = new Map<string, Map<string, number>>();
  #sent: { readonly month: string; readonly counts: Counts } | undefined;
  #requests = 0;
  #lost = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get months(): readonly string[] {
    return [...this.#byMonth.keys()];
  }

  get callers(): number {
    return [...this.#byMonth.values()].reduce((sum, counts) => sum + counts.size, 0);
  }

  /** Requests over all months, without the write in progress. */
  get requests(): number {
    return this.#requests;
  }

  get sentRequests(): number {
    return [...(this.#sent?.counts.values() ?? [])].reduce((sum, count) => sum + count, 0);
  }

  get lost(): number {
    return this.#lost;
  }

  /** Requests of a caller that are in no write yet. */
  of(month: string, identifier: string): number {
    return this.#byMonth.get(month)?.get(identifier) ?? 0;
  }

  sentOf(month: string, identifier: string): number {
    return (this.#sent?.month === month && this.#sent.counts.get(identifier)) || 0;
  }

  /** Adds requests, or drops them if the month is full of strangers. */
  add(month: string, identifier: string, count: number): void {
    const counts = this.#byMonth.get(month) ?? new Map<string, number>();
    const before = counts.get(identifier);
    if (before === undefined && !this.#hasRoom(month, identifier, counts.size)) {
      this.#lost += count;
      return;
    }
    counts.set(identifier, (before ?? 0) + count);
    this.#byMonth.set(month, counts);
    this.#requests += count;
  }

  beginWrite(month: string): Counts {
    const counts = this.#byMonth.get(month)!;
    this.#byMonth.delete(month);
    this.#sent = { month, counts };
    this.#requests -= this.sentRequests;
    return counts;
  }

  /** Drops the written counts, or puts them back. */
  endWrite(isWritten: boolean): void {
    const { month, counts } = this.#sent!;
    this.#sent = undefined;
    if (!isWritten) for (const [identifier, count] of counts) this.add(month, identifier, count);
  }

  #hasRoom(month: string, identifier: string, kept: number): boolean {
    if (callerClass(identifier) === "user" || this.sentOf(month, identifier) > 0) return true;
    return kept + (this.#sent?.month === month ? this.#sent.counts.size : 0) < this.#most;
  }
}
