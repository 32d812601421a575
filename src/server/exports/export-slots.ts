import { TerraceError } from "../../runtime/errors.ts";

/** Files under way at once, in all and for one caller: who reads slowly must not keep everybody else from reading. */
export class ExportSlots {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #byCaller = new Map<string, number>();
  #underWay = 0;

  constructor(most: number) {
    this.#most = most;
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
    if (this.#underWay >= this.#most) {
      throw new TerraceError("unavailable", `${this.#underWay} files are being sent; try again shortly`);
    }
    this.#underWay++;
    this.#byCaller.set(caller, own + 1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      this.#underWay--;
      const left = this.#byCaller.get(caller)! - 1;
      if (left === 0) this.#byCaller.delete(caller);
      else this.#byCaller.set(caller, left);
    };
  }
}
