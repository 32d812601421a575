import { setTimeout as delay } from "node:timers/promises";
import { type StopSignal, untilAborted } from "../runtime/abort.ts";
import { TerraceError } from "../runtime/errors.ts";
import type { Holder, OwnedView } from "./holder.ts";

export interface OlderOptions {
  readonly open: (snapshotId: string) => Promise<OwnedView>;
  /** Most older snapshots open at once. */
  readonly most: number;
  /** How long an unpinned snapshot stays open. */
  readonly idleMs: number;
  /** Least time between two openings: limits the CPU that callers alternating between snapshots can use. */
  readonly pauseMs: number;
  /** Called when another snapshot is wanted while all open ones are pinned. */
  readonly onFull?: (() => void) | undefined;
}

/** Snapshots that may be queued for opening; calls for more are rejected as unavailable. */
const MAX_WAITING = 32;

/** Opens snapshots other than the current one on demand, and closes them when idle. */
export class OlderSnapshots {
  readonly #options: OlderOptions;
  readonly #hold: (owned: OwnedView, onUnused: () => void) => Holder;
  /** Least recently used first. */
  readonly #open = new Map<string, Holder>();
  readonly #opening = new Map<string, Promise<unknown>>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #turn: Promise<unknown> = Promise.resolve();
  #pause: Promise<unknown> = Promise.resolve();
  #unused = Promise.withResolvers<void>();
  #isClosed = false;

  constructor(options: OlderOptions, hold: (owned: OwnedView, onUnused: () => void) => Holder) {
    this.#options = options;
    this.#hold = hold;
  }

  /** Pins a snapshot, opening it if needed. Concurrent calls for the same one share one opening. */
  async pin(snapshotId: string, signal?: StopSignal): Promise<Holder> {
    for (;;) {
      if (this.#isClosed) throw new TerraceError("unavailable", "the engine is closed");
      const holder = this.#open.get(snapshotId);
      if (holder !== undefined) {
        this.#open.delete(snapshotId);
        this.#open.set(snapshotId, holder);
        holder.pin();
        return holder;
      }
      await untilAborted(this.#opening.get(snapshotId) ?? this.#openInTurn(snapshotId), signal);
    }
  }

  /** Closes the unpinned ones. */
  letGo(): void {
    for (const [id, holder] of this.#open) if (holder.pins === 0) this.#retire(id, holder);
  }

  /** Opens no more, and closes each when its last pin is released. */
  close(): void {
    this.#isClosed = true;
    this.#unused.resolve();
    for (const [id, holder] of this.#open) this.#retire(id, holder);
  }

  #openInTurn(id: string): Promise<unknown> {
    if (this.#opening.size >= MAX_WAITING) {
      const message = `${MAX_WAITING} snapshots wait to be opened; ask again later`;
      return Promise.reject(new TerraceError("unavailable", message, { retryAfterSeconds: 5 }));
    }
    const opening = this.#turn.then(() => this.#openNext(id)).finally(() => this.#opening.delete(id));
    this.#turn = opening.catch(() => {});
    this.#opening.set(id, opening);
    // All callers that wait for it may have been aborted: avoid an unhandled rejection.
    opening.catch(() => {});
    return opening;
  }

  async #openNext(id: string): Promise<void> {
    const { most, open, onFull, pauseMs } = this.#options;
    await this.#pause;
    while (this.#open.size >= most && !this.#isClosed) {
      const unused = [...this.#open].find(([, holder]) => holder.pins === 0);
      if (unused !== undefined) {
        this.#retire(...unused);
        await unused[1].ended.promise.catch(() => {});
        continue;
      }
      this.#unused = Promise.withResolvers<void>();
      onFull?.();
      await this.#unused.promise;
    }
    if (this.#isClosed) throw new TerraceError("unavailable", "the engine is closed");
    this.#pause = delay(pauseMs, undefined, { ref: false });
    const owned = await open(id);
    const holder = this.#hold(owned, () => this.#becomesUnused(id));
    this.#open.set(id, holder);
    if (this.#isClosed) this.#retire(id, holder);
    else this.#becomesUnused(id);
  }

  #becomesUnused(id: string): void {
    this.#unused.resolve();
    const timer = this.#timers.get(id);
    if (timer !== undefined) timer.refresh();
    else this.#timers.set(id, setTimeout(() => this.#closeIdle(id), this.#options.idleMs).unref());
  }

  #closeIdle(id: string): void {
    this.#timers.delete(id);
    const holder = this.#open.get(id);
    if (holder?.pins === 0) this.#retire(id, holder);
  }

  #retire(id: string, holder: Holder): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#open.delete(id);
    holder.retire();
  }
}
