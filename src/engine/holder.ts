import type { SnapshotView } from "./view.ts";

/** A view the engine can close when nobody needs it any more. */
export interface OwnedView {
  readonly view: SnapshotView;
  close(): Promise<void>;
}

/** An owned view, how many calls use it, and the promise of its end. */
export class Holder {
  readonly owned: OwnedView;
  readonly ended = Promise.withResolvers<void>();
  readonly #onUnused: (() => void) | undefined;
  #pins = 0;
  #retired = false;

  /** `onUnused` hears that no call uses the view any more, while others still may. */
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

  /** No new call will pin it: it closes with the last one that did. */
  retire(): void {
    if (this.#retired) return;
    this.#retired = true;
    this.#endIfUnused();
  }

  #endIfUnused(): void {
    if (this.#retired && this.#pins === 0) this.owned.close().then(this.ended.resolve, this.ended.reject);
  }
}
