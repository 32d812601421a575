import type { MessagePort } from "node:worker_threads";
import { type FilterMemory, maskOffset } from "./filter-memory.ts";
import type { AttachMessage } from "./filter-worker.ts";
import {
  DETACH,
  DONE,
  dropCall,
  LANE_SIGNALS,
  type LaneRing,
  type LaneSignals,
  matchCountOf,
  putCall,
  SUBMITTED,
  slotOf,
} from "./lane-ring.ts";
import type { RangePredicate } from "./predicate.ts";

/** A snapshot that a pool serves, by a number that is never used again. */
export interface AttachedView {
  readonly number: number;
  readonly filterMemory: FilterMemory;
}

/** One entry of a ring: a call, or the end of a view when `scope` is DETACH. */
export interface LaneEntry {
  readonly view: AttachedView;
  readonly scope: number;
  readonly predicates: readonly RangePredicate[];
  /** Told the matches and where the mask is; it may be overwritten as soon as this returns. */
  answered(count: number, mask: number): void;
}

/** The calling thread's end of a worker's ring. */
export class FilterLane {
  readonly number: number;
  readonly #ring: LaneRing;
  readonly #port: Pick<MessagePort, "postMessage" | "close">;
  readonly #onProgress: () => void;
  readonly #signals: LaneSignals;
  readonly #entries: (LaneEntry | undefined)[];
  readonly #attached = new Set<number>();
  #written = 0;
  #submitted = 0;
  #done = 0;
  #isListening = false;
  #isAbandoned = false;
  /** Ends of views that wait for a free slot. */
  readonly #endings: LaneEntry[] = [];

  /** `onProgress` is told after each wake-up: slots have become free. */
  constructor(
    number: number,
    ring: LaneRing,
    port: Pick<MessagePort, "postMessage" | "close">,
    onProgress: () => void,
    signals: LaneSignals = LANE_SIGNALS,
  ) {
    this.number = number;
    this.#ring = ring;
    this.#port = port;
    this.#onProgress = onProgress;
    this.#signals = signals;
    this.#entries = new Array(ring.slots);
  }

  /** Entries that are on their way. */
  get inFlight(): number {
    return (this.#written - this.#done) | 0;
  }

  get hasRoom(): boolean {
    return this.inFlight < this.#ring.slots;
  }

  /** Writes an entry into the next slot, which must be free, and returns the slot. The worker sees it after `submit`. */
  put(entry: LaneEntry): number {
    const { number, filterMemory } = entry.view;
    if (!this.#attached.has(number)) {
      this.#attached.add(number);
      this.#port.postMessage({ view: number, lane: this.number, filterMemory } satisfies AttachMessage);
    }
    if (entry.scope === DETACH) this.#attached.delete(number);
    const slot = slotOf(this.#ring, this.#written);
    putCall(this.#ring, slot, number, entry.scope, entry.predicates);
    this.#entries[slot] = entry;
    this.#written = (this.#written + 1) | 0;
    return slot;
  }

  /** Makes the worker let a view go; resolves when it has, or has ended. */
  detach(view: AttachedView): Promise<void> {
    if (!this.#attached.has(view.number)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#endings.push({ view, scope: DETACH, predicates: [], answered: () => resolve() });
      this.#putEndings();
    });
  }

  /** Hands everything written since the last time to the worker, in one step. */
  submit(): void {
    if (this.#submitted === this.#written) return;
    this.#submitted = this.#written;
    this.#signals.store(this.#ring.words, SUBMITTED, this.#submitted);
    this.#signals.notify(this.#ring.words, SUBMITTED);
    this.#listen();
  }

  /** Forgets an entry nobody waits for; its slot is free again when the worker has passed it. */
  drop(slot: number): void {
    this.#entries[slot] = undefined;
    dropCall(this.#ring, slot);
  }

  /** Takes what has been answered and returns all that never will be, the worker having ended. */
  abandon(): LaneEntry[] {
    this.#collect();
    this.#isAbandoned = true;
    const left: LaneEntry[] = this.#endings.splice(0);
    for (; this.#done !== this.#written; this.#done = (this.#done + 1) | 0) {
      const entry = this.#entries[slotOf(this.#ring, this.#done)];
      if (entry !== undefined) left.push(entry);
    }
    this.#port.close();
    // Ends the wait that no worker will end any more.
    this.#signals.notify(this.#ring.words, DONE);
    return left;
  }

  /** Sees to it that a wake-up is on its way while an entry is. */
  #listen(): void {
    if (this.#isListening || this.#isAbandoned || this.#done === this.#submitted) return;
    this.#isListening = true;
    void this.#signals.changed(this.#ring.words, DONE, this.#done).then(this.#wake);
  }

  readonly #wake = (): void => {
    this.#isListening = false;
    this.#collect();
    this.#putEndings();
    this.#listen();
    this.#onProgress();
  };

  #putEndings(): void {
    if (this.#endings.length === 0) return;
    while (this.#endings.length > 0 && this.hasRoom) this.put(this.#endings.shift()!);
    this.submit();
  }

  #collect(): void {
    if (this.#isAbandoned) return;
    const done = this.#signals.load(this.#ring.words, DONE);
    for (; this.#done !== done; this.#done = (this.#done + 1) | 0) {
      const slot = slotOf(this.#ring, this.#done);
      const entry = this.#entries[slot];
      if (entry === undefined) continue;
      this.#entries[slot] = undefined;
      entry.answered(matchCountOf(this.#ring, slot), maskOffset(entry.view.filterMemory, this.number, slot));
    }
  }
}
