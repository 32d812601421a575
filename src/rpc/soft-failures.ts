/** Parts of answers that are left out when they cannot be read: the rest is worth having. */
export const SOFT_PARTS = ["freshness"] as const;

export type SoftPart = (typeof SOFT_PARTS)[number];

/** Called with each part that could not be read; its answer went out without it. */
export type OnPartDropped = (part: SoftPart, cause: unknown) => void;

/** How often each part was left out since the start. */
export class SoftFailures {
  readonly #counts = new Map<SoftPart, number>(SOFT_PARTS.map((part) => [part, 0]));

  #total = 0;

  /** All of them together. */
  get total(): number {
    return this.#total;
  }

  add(part: SoftPart): void {
    this.#total++;
    this.#counts.set(part, this.#counts.get(part)! + 1);
  }

  /** Every part with its count, zeros included, in a fixed order. */
  counts(): ReadonlyMap<SoftPart, number> {
    return this.#counts;
  }
}
