import { TerraceError } from "../runtime/errors.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import type { SnapshotView } from "./view.ts";

/** A view that is in use until it is released; releasing twice is harmless. */
export interface Pin {
  readonly view: SnapshotView;
  release(): void;
}

/** A view the engine can close when nobody needs it any more. */
export interface OwnedView {
  readonly view: SnapshotView;
  close(): Promise<void>;
}

/** An owned view, how many calls use it, and the promise of its end. */
class Holder {
  readonly owned: OwnedView;
  readonly ended = Promise.withResolvers<void>();
  #pins = 0;
  #retired = false;

  constructor(owned: OwnedView) {
    this.owned = owned;
  }

  get pins(): number {
    return this.#pins;
  }

  pin(): void {
    this.#pins++;
  }

  unpin(): void {
    this.#pins--;
    this.#endIfUnused();
  }

  /** No new call will pin it: it closes with the last one that did. */
  retire(): void {
    this.#retired = true;
    this.#endIfUnused();
  }

  #endIfUnused(): void {
    if (this.#retired && this.#pins === 0) this.owned.close().then(this.ended.resolve, this.ended.reject);
  }
}

/** The one mutable object: which snapshot is current. Calls pin it; a swap waits for no one. */
export class Engine {
  #current: Holder;
  readonly #open = new Set<Holder>();
  #isClosed = false;
  #shown: (view: SnapshotView) => SnapshotView = (view) => view;
  #next: { readonly owned: OwnedView; readonly isDue: () => boolean } | undefined;

  constructor(first: OwnedView) {
    this.#current = this.#hold(first);
  }

  /** What is known of the current snapshot. */
  get manifest(): SnapshotManifest {
    if (this.#next !== undefined) this.settle();
    return this.#current.owned.view.manifest;
  }

  /** How many snapshots are open: the current one and those that calls still use. */
  get openSnapshots(): number {
    return this.#open.size;
  }

  /** Calls that use a snapshot at this moment. */
  get callsInFlight(): number {
    let pins = 0;
    for (const holder of this.#open) pins += holder.pins;
    return pins;
  }

  /** Has every later pin show what this makes of the current view: the one place where something can be withheld. */
  showAs(shown: (view: SnapshotView) => SnapshotView): void {
    this.#shown = shown;
  }

  /** The current view as it may be shown, kept open until the pin is released. */
  pin(): Pin {
    const held = this.hold();
    try {
      return { view: this.#shown(held.view), release: held.release };
    } catch (error) {
      held.release();
      throw error;
    }
  }

  /** The whole current view, for code that shows nothing of it to callers. */
  hold(): Pin {
    if (this.#isClosed) throw new TerraceError("unavailable", "the engine is closed");
    if (this.#next !== undefined) this.settle();
    const holder = this.#current;
    holder.pin();
    let released = false;
    return {
      view: holder.owned.view,
      release: () => {
        if (released) return;
        released = true;
        holder.unpin();
      },
    };
  }

  /** Runs a call on one pinned view. */
  async use<T>(call: (view: SnapshotView) => T | Promise<T>): Promise<T> {
    const pin = this.pin();
    try {
      return await call(pin.view);
    } finally {
      pin.release();
    }
  }

  /**
   * Makes another snapshot current. The old one closes when the last call that pinned it ends; the new one at once when
   * the engine was closed meanwhile.
   */
  swap(next: OwnedView): void {
    if (this.#isClosed) {
      this.#hold(next).retire();
      throw new TerraceError("unavailable", "the engine is closed");
    }
    const old = this.#current;
    this.#current = this.#hold(next);
    old.retire();
  }

  /**
   * Makes another snapshot current from the instant that `isDue` tells so: a caller that asks for the current one looks. Threads
   * that share a word of memory thus change over at once, and no caller meets the old snapshot after the new one.
   */
  swapWhen(next: OwnedView, isDue: () => boolean): void {
    this.dropNext();
    this.#next = { owned: next, isDue };
  }

  /** Changes over when that is due, also while nobody asks. */
  settle(): void {
    const next = this.#next;
    if (next === undefined || !next.isDue()) return;
    this.#next = undefined;
    this.swap(next.owned);
  }

  /** Closes the snapshot that was to become current. */
  dropNext(): void {
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) this.#hold(next.owned).retire();
  }

  /** Refuses new calls, waits for those in progress and gives back all memory, files and threads. */
  async close(): Promise<void> {
    if (!this.#isClosed) {
      this.#isClosed = true;
      this.dropNext();
      this.#current.retire();
    }
    await Promise.all(Array.from(this.#open, (holder) => holder.ended.promise));
  }

  #hold(owned: OwnedView): Holder {
    const holder = new Holder(owned);
    this.#open.add(holder);
    holder.ended.promise.finally(() => this.#open.delete(holder)).catch(() => {});
    return holder;
  }
}
