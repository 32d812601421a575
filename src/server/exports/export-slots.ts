import { TerraceError } from "../../runtime/errors.ts";
import { ownNumber, type SharedNumber } from "../../runtime/shared/thread-numbers.ts";

/**
 * Files under way at once, in all threads, and for one caller in each: who reads slowly must not keep everybody else from
 * reading.
 */
export class ExportSlots {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #byCaller = new Map<string, number>();
  readonly #all: SharedNumber;
  #underWay = 0;

  constructor(most: number, all: SharedNumber = ownNumber()) {
    this.#most = most;
    this.#all = all;
    this.#mostOfOne = Math.ceil(most / 2);
  }

  get underWay(): number {
    return this.#underWay;
  }

  /** Takes a place and returns what gives it back, once; refused when none is left. */
  take(caller: string): () => void {
    const own = this.#byCaller.get(caller) ?? 0;
    if (own >= this.#mostOfOne) {
      throw new TerraceError(
        "unavailable",
        `${own} of your files are still being sent; take one after the other`,
      );
    }
    const all = this.#all.total();
    if (all >= this.#most) {
      throw new TerraceError("unavailable", `${all} files are being sent; try again shortly`);
    }
    this.#all.tell(++this.#underWay);
    this.#byCaller.set(caller, own + 1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#all.tell(--this.#underWay);
      const left = this.#byCaller.get(caller)! - 1;
      if (left === 0) this.#byCaller.delete(caller);
      else this.#byCaller.set(caller, left);
    };
  }
}
