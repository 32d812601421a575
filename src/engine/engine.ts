import { AsyncLocalStorage } from "node:async_hooks";
import type { StopSignal } from "../runtime/abort.ts";
import { notFound, TerraceError } from "../runtime/errors.ts";
import type { SnapshotManifest } from "../snapshot/manifest/manifest.ts";
import { Holder, type OwnedView } from "./holder.ts";
import { type OlderOptions, OlderSnapshots } from "./older-snapshots.ts";
import type { SnapshotView } from "./view.ts";

/** A pinned view: it stays open until released. Releasing twice is harmless. */
export interface Pin {
  readonly view: SnapshotView;
  release(): void;
}

/** A snapshot pinned by its id, which calls can run on instead of the current one. */
export interface AddressedSnapshot extends Pin {
  /** Runs a call for which this snapshot is the current one, including everything that the call awaits. */
  run<T>(call: () => T): T;
}

/** Holds which snapshot is current; all else is immutable. Calls pin it; a swap never waits for them. */
export class Engine {
  #current: Holder;
  readonly #older: OlderSnapshots | undefined;
  /** The snapshot that replaces the current one within a call; `holder` is undefined after its release. */
  readonly #addressed = new AsyncLocalStorage<{ holder: Holder | undefined }>();
  readonly #open = new Set<Holder>();
  #isClosed = false;
  #shown: (view: SnapshotView) => SnapshotView = (view) => view;
  #next: { readonly owned: OwnedView; readonly isDue: () => boolean } | undefined;

  /** `older` opens snapshots other than the current one; without it, only the current one can be pinned. */
  constructor(first: OwnedView, older?: OlderOptions) {
    this.#current = this.#hold(first);
    if (older !== undefined) {
      this.#older = new OlderSnapshots(older, (owned, onUnused) => this.#hold(owned, onUnused));
    }
  }

  /** Manifest of the snapshot that the running call uses: the addressed one, else the current one. */
  get manifest(): SnapshotManifest {
    return this.#asked().owned.view.manifest;
  }

  /** The given clock; in a call on an addressed snapshot it returns `asOf`, so answers do not change. */
  clock(now: () => Date): () => Date {
    return () => {
      const manifest = this.#addressed.getStore() === undefined ? undefined : this.manifest;
      return manifest === undefined ? now() : new Date(manifest.asOf);
    };
  }

  /** True for the manifest of the current snapshot, even within a call on an addressed one. */
  isCurrent(manifest: SnapshotManifest): boolean {
    return this.#current.owned.view.manifest === manifest;
  }

  /** Pins a snapshot, current or older, by its id. Older ones are opened one at a time, so this may wait. */
  async at(snapshotId: string, signal?: StopSignal): Promise<AddressedSnapshot> {
    if (this.#isClosed) throw new TerraceError("unavailable", "the engine is closed");
    this.settle();
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

  /** Closes the older snapshots that are not pinned. */
  letGo(): void {
    this.#older?.letGo();
  }

  /** Number of open snapshots: the current one, cached older ones, and replaced ones that calls still pin. */
  get openSnapshots(): number {
    return this.#open.size;
  }

  /** Number of pins on all open snapshots. */
  get callsInFlight(): number {
    let pins = 0;
    for (const holder of this.#open) pins += holder.pins;
    return pins;
  }

  /** Sets a function that maps the view for every later `pin`: the one place where data can be withheld. */
  showAs(shown: (view: SnapshotView) => SnapshotView): void {
    this.#shown = shown;
  }

  /** Pins the snapshot that the running call uses and returns its view as mapped by `showAs`. */
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

  /** Pins the current snapshot without the `showAs` mapping, for code that passes no data to callers. */
  hold(): Pin {
    if (this.#isClosed) throw new TerraceError("unavailable", "the engine is closed");
    this.settle();
    return pinOn(this.#current);
  }

  async use<T>(call: (view: SnapshotView) => T | Promise<T>): Promise<T> {
    const pin = this.pin();
    try {
      return await call(pin.view);
    } finally {
      pin.release();
    }
  }

  /** Makes another snapshot current; the old one closes with its last pin. Throws if the engine is closed. */
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
   * Schedules a swap that runs once `isDue` returns true; each access to the current snapshot checks. Threads
   * whose `isDue` share memory swap together, so no caller sees the old snapshot after the new one.
   */
  swapWhen(next: OwnedView, isDue: () => boolean): void {
    this.dropNext();
    this.#next = { owned: next, isDue };
  }

  /** Runs the scheduled swap if it is due. Also called from outside: an idle thread would not check. */
  settle(): void {
    const next = this.#next;
    if (next === undefined || !next.isDue()) return;
    this.#next = undefined;
    this.swap(next.owned);
  }

  /** Cancels the scheduled swap and closes its snapshot. */
  dropNext(): void {
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) this.#hold(next.owned).retire();
  }

  /** Rejects new calls, waits for those in flight, then closes all snapshots, files and threads. */
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
      this.settle();
      return this.#current;
    }
    // Never fall back to the current snapshot: a call on an address gets that snapshot or an error.
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
