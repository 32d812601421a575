/** Requests by month and caller that are to be written though their caller has no account any more. */
export class ParkedCounts {
  readonly #byMonth = new Map<string, Map<string, number>>();

  get months(): readonly string[] {
    return [...this.#byMonth.keys()];
  }

  /** Callers of all months. */
  get callers(): number {
    let callers = 0;
    for (const counts of this.#byMonth.values()) callers += counts.size;
    return callers;
  }

  get requests(): number {
    let requests = 0;
    for (const counts of this.#byMonth.values()) for (const count of counts.values()) requests += count;
    return requests;
  }

  add(month: string, counts: ReadonlyMap<string, number>): void {
    if (counts.size === 0) return;
    const parked = this.#byMonth.get(month) ?? new Map<string, number>();
    for (const [identifier, count] of counts) parked.set(identifier, (parked.get(identifier) ?? 0) + count);
    this.#byMonth.set(month, parked);
  }

  /** Whether a caller has a place among so many of a month. */
  hasRoom(month: string, identifier: string, most: number): boolean {
    const parked = this.#byMonth.get(month);
    return parked === undefined || parked.size < most || parked.has(identifier);
  }

  /** The counts of a month, which are not kept here any longer. */
  take(month: string): ReadonlyMap<string, number> {
    const counts = this.#byMonth.get(month) ?? new Map();
    this.#byMonth.delete(month);
    return counts;
  }
}
