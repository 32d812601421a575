import type { MessagePort } from "node:worker_threads";
import { type FilterSpace, maskOffset } from "./filter-memory.ts";
import type { AttachMessage } from "./filter-worker.ts";
import {
  DETACH,
  DONE,
  dropCall,
  LANE_SLOTS,
  laneRing,
  matchCountOf,
  putCall,
  SUBMITTED,
  slotOf,
} from "./lane-ring.ts";
import type { RangePredicate } from "./predicate.ts";

/** A snapshot that a pool serves, by a number that is never used again. */
export interface AttachedView {
  readonly number: number;
  readonly space: FilterSpace;
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
  readonly #ring;
  readonly #port: MessagePort;
  readonly #onProgress: () => void;
  readonly #entries: (LaneEntry | undefined)[] = new Array(LANE_SLOTS);
  readonly #attached = new Set<number>();
  #written = 0;
  #submitted = 0;
  #done = 0;
  #isListening = false;
  #isAbandoned = false;
  /** Ends of views that wait for a free slot. */
  readonly #endings: LaneEntry[] = [];

  /** `onProgress` is told each time the worker has answered something. */
  constructor(number: number, buffer: SharedArrayBuffer, port: MessagePort, onProgress: () => void) {
    this.number = number;
    this.#ring = laneRing(buffer);
    this.#port = port;
    this.#onProgress = onProgress;
  }

  /** Entries that are on their way. */
  get inFlight(): number {
    return (this.#written - this.#done) | 0;
  }

  get hasRoom(): boolean {
    return this.inFlight < LANE_SLOTS;
  }

  /** Writes an entry into the next slot, which must be free, and returns the slot. The worker sees it after `submit`. */
  put(entry: LaneEntry): number {
    const { number, space } = entry.view;
    if (!this.#attached.has(number)) {
      this.#attached.add(number);
      this.#port.postMessage({ view: number, lane: this.number, space } satisfies AttachMessage);
    }
    if (entry.scope === DETACH) this.#attached.delete(number);
    const slot = slotOf(this.#written);
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
    Atomics.store(this.#ring.words, SUBMITTED, this.#submitted);
    Atomics.notify(this.#ring.words, SUBMITTED);
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
      const entry = this.#entries[slotOf(this.#done)];
      if (entry !== undefined) left.push(entry);
    }
    this.#port.close();
    // Ends the wait that no worker will end any more.
    Atomics.notify(this.#ring.words, DONE);
    return left;
  }

  #listen(): void {
    if (this.#isListening || this.#isAbandoned) return;
    while (this.#done !== this.#submitted) {
      const wait = Atomics.waitAsync(this.#ring.words, DONE, this.#done);
      if (wait.async) {
        this.#isListening = true;
        void wait.value.then(() => {
          this.#isListening = false;
          this.#collect();
          this.#putEndings();
          this.#listen();
          this.#onProgress();
        });
        return;
      }
      this.#collect();
    }
  }

  #putEndings(): void {
    if (this.#endings.length === 0) return;
    while (this.#endings.length > 0 && this.hasRoom) this.put(this.#endings.shift()!);
    this.submit();
  }

  #collect(): void {
    if (this.#isAbandoned) return;
    const done = Atomics.load(this.#ring.words, DONE);
    for (; this.#done !== done; this.#done = (this.#done + 1) | 0) {
      const slot = slotOf(this.#done);
      const entry = this.#entries[slot];
      if (entry === undefined) continue;
      this.#entries[slot] = undefined;
      entry.answered(matchCountOf(this.#ring, slot), maskOffset(entry.view.space, this.number, slot));
    }
  }
}
