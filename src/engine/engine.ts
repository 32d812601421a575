import { AsyncLocalStorage } from "node:async_hooks";
import type { StopSignal } from "../runtime/abort.ts";
import { notFound, TerraceError } from "../runtime/errors.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import { Holder, type OwnedView } from "./holder.ts";
import { type OlderOptions, OlderSnapshots } from "./older-snapshots.ts";
import type { SnapshotView } from "./view.ts";

/** A view that is in use until it is released; releasing twice is harmless. */
export interface Pin {
  readonly view: SnapshotView;
  release(): void;
}

/** A snapshot that some calls ask in place of the current one, kept open until it is released. */
export interface AddressedSnapshot extends Pin {
  /** Runs a call to which this snapshot is the current one, also in all that the call awaits. */
  run<T>(call: () => T): T;
}

/** The one mutable object: which snapshot is current. Calls pin it; a swap waits for no one. */
export class Engine {
  #current: Holder;
  readonly #older: OlderSnapshots | undefined;
  /** What stands in for the current snapshot in a call; empty when it has been released. */
  readonly #addressed = new AsyncLocalStorage<{ holder: Holder | undefined }>();
  readonly #open = new Set<Holder>();
  #isClosed = false;
  #shown: (view: SnapshotView) => SnapshotView = (view) => view;
  #next: { readonly owned: OwnedView; readonly isDue: () => boolean } | undefined;

  /** `older` opens snapshots other than the current one; without it there are none. */
  constructor(first: OwnedView, older?: OlderOptions) {
    this.#current = this.#hold(first);
    if (older !== undefined) {
      this.#older = new OlderSnapshots(older, (owned, onUnused) => this.#hold(owned, onUnused));
    }
  }

  /** What is known of the snapshot that a call asks: the current one unless it runs for another. */
  get manifest(): SnapshotManifest {
    return this.#asked().owned.view.manifest;
  }

  /** A clock for calls: under an address it stands still at the snapshot's own instant, so that answers stay the same. */
  clock(now: () => Date): () => Date {
    return () => {
      const manifest = this.#addressed.getStore() === undefined ? undefined : this.manifest;
      return manifest === undefined ? now() : new Date(manifest.asOf);
    };
  }

  /** Whether a manifest is that of the current snapshot, whatever a call asks. */
  isCurrent(manifest: SnapshotManifest): boolean {
    return this.#current.owned.view.manifest === manifest;
  }

  /** The snapshot with an id, current or older, open until it is released; waits for its turn to be opened. */
  async at(snapshotId: string, signal?: StopSignal): Promise<AddressedSnapshot> {
    if (this.#isClosed) throw new TerraceError("unavailable", "the engine is closed");
    if (this.#next !== undefined) this.settle();
    let holder = this.#current;
    if (holder.owned.view.manifest.snapshotId === snapshotId) holder.pin();
    else if (this.#older === undefined) throw notFound(`no snapshot "${snapshotId}"`);
    else holder = await this.#older.pin(snapshotId, signal);
    const place: { holder: Holder | undefined } = { holder };
    return {
      view: holder.owned.view,
      run: (call) => this.#addressed.run(place, call),
      release: () => {
        if (place.holder === undefined) return;
        place.holder = undefined;
        holder.unpin();
      },
    };
  }

  /** Closes the older snapshots that no call uses. */
  letGo(): void {
    this.#older?.letGo();
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

  /** The view that a call asks as it may be shown, kept open until the pin is released. */
  pin(): Pin {
    if (this.#isClosed) throw new TerraceError("unavailable", "the engine is closed");
    const held = pinOn(this.#asked());
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
    return pinOn(this.#current);
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
   * Makes another snapshot current from the instant that `isDue` says so: a caller that asks for the current one looks. Threads
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
      this.#older?.close();
      this.#current.retire();
    }
    await Promise.all(Array.from(this.#open, (holder) => holder.ended.promise));
  }

  #asked(): Holder {
    const place = this.#addressed.getStore();
    if (place === undefined) {
      if (this.#next !== undefined) this.settle();
      return this.#current;
    }
    // Never the current one instead: who asks for a snapshot by its address gets that one or none.
    if (place.holder === undefined) throw new TerraceError("unavailable", "the snapshot is closed");
    return place.holder;
  }

  #hold(owned: OwnedView, onUnused?: () => void): Holder {
    const holder = new Holder(owned, onUnused);
    this.#open.add(holder);
    holder.ended.promise.finally(() => this.#open.delete(holder)).catch(() => {});
    return holder;
  }
}

function pinOn(holder: Holder): Pin {
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
