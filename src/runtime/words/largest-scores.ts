export interface ScoredPlace {
  readonly score: number;
  readonly place: number;
}

/** The places with the largest scores above 0; of equal ones those with the smaller place. A heap with the worst on top. */
export class LargestScores {
  readonly #most: number;
  readonly #heap: ScoredPlace[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  offer(score: number, place: number): void {
    const heap = this.#heap;
    if (score <= 0) return;
    if (heap.length < this.#most) {
      heap.push({ score, place });
      if (heap.length === this.#most) for (let i = heap.length >> 1; i >= 0; i--) this.#sink(i);
      return;
    }
    const worst = heap[0];
    if (score < worst.score || (score === worst.score && place > worst.place)) return;
    heap[0] = { score, place };
    this.#sink(0);
  }

  /** What was kept, the largest first; nothing may be offered afterwards. */
  take(): readonly ScoredPlace[] {
    return this.#heap.sort((a, b) => b.score - a.score || a.place - b.place);
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const isWorse = (a: number, b: number) =>
      heap[a].score < heap[b].score || (heap[a].score === heap[b].score && heap[a].place > heap[b].place);
    for (let at = from; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < heap.length && isWorse(child, worst)) worst = child;
      if (worst === at) return;
      [heap[at], heap[worst]] = [heap[worst], heap[at]];
      at = worst;
    }
  }
}
