import type { SnapshotView } from "./view.ts";

export interface OwnedView {
  readonly view: SnapshotView;
  close(): Promise<void>;
}

/** Counts the pins on a view, and closes it once it is retired and unpinned. */
export class Holder {
  readonly owned: OwnedView;
  readonly ended = Promise.withResolvers<void>();
  readonly #onUnused: (() => void) | undefined;
  #pins = 0;
  #retired = false;

  /** `onUnused` is called each time the last pin is released before `retire`. */
  constructor(owned: OwnedView, onUnused?: () => void) {
    this.owned = owned;
    this.#onUnused = onUnused;
  }

  get pins(): number {
    return this.#pins;
  }

  pin(): void {
    this.#pins++;
  }

  unpin(): void {
    this.#pins--;
    if (this.#pins === 0 && !this.#retired) this.#onUnused?.();
    this.#endIfUnused();
  }

  /** Takes no new pins: the view closes when its last pin is released, or now if it has none. */
  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#endIfUnused();
  }

  #endIfUnused(): void {
    if (this.#retired && this.#pins === 0) this.owned.close().then(this.ended.resolve, this.ended.reject);
  }
}
