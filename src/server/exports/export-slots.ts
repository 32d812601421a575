import { TerraceError } from "../../runtime/errors.ts";

/** How many files are under way in all threads: in all, and those of a caller. Each thread adds its own. */
export interface ExportCounts {
  total(): number;
  totalOf(caller: string): number;
  add(caller: string, change: 1 | -1): void;
}

/** The same for one thread alone. */
export function ownCounts(): ExportCounts {
  const byCaller = new Map<string, number>();
  let total = 0;
  return {
    total: () => total,
    totalOf: (caller) => byCaller.get(caller) ?? 0,
    add: (caller, change) => {
      total += change;
      const left = (byCaller.get(caller) ?? 0) + change;
      if (left === 0) byCaller.delete(caller);
      else byCaller.set(caller, left);
    },
  };
}

/**
 * Files under way at once, in all threads, and for one caller half as many: who reads slowly must not keep everybody else
 * from reading, over however many connections.
 */
export class ExportSlots {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #counts: ExportCounts;

  constructor(most: number, counts: ExportCounts = ownCounts()) {
    this.#most = most;
    this.#mostOfOne = Math.ceil(most / 2);
    this.#counts = counts;
  }

  /** Takes a place and returns what gives it back, once; refused when none is left. */
  take(caller: string): () => void {
    const counts = this.#counts;
    const own = counts.totalOf(caller);
    if (own >= this.#mostOfOne) {
      throw new TerraceError(
        "unavailable",
        `${own} of your files are still being sent; take one after the other`,
      );
    }
    const all = counts.total();
    if (all >= this.#most) {
      throw new TerraceError("unavailable", `${all} files are being sent; try again shortly`);
    }
    counts.add(caller, 1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      counts.add(caller, -1);
    };
  }
}
