import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type MessagePort, receiveMessageOnPort, threadId } from "node:worker_threads";
import { ColumnFilter } from "./column-filter.ts";
import { type FilterMemory, maskOffset } from "./filter-memory.ts";
import { LaneLoop, type LaneWork } from "./lane-loop.ts";
import {
  DETACH,
  type LaneRing,
  NO_VIEW,
  newLaneRing,
  predicatesOf,
  putMatchCount,
  scopeOf,
  viewOf,
} from "./lane-ring.ts";

/** Tells the worker of a snapshot's memory, before the first call that needs it. */
export interface AttachMessage {
  readonly view: number;
  readonly lane: number;
  readonly filterMemory: FilterMemory;
}

/** What a worker offers once it is up. */
export interface OpenedLane {
  readonly threadId: number;
  readonly ring: SharedArrayBuffer;
}

/**
 * The task that piscina starts a lane with. It ends at once, so that piscina sees an idle thread that keeps no process
 * alive; the thread itself then belongs to the lane until it is terminated.
 */
export function openLane({ port }: { readonly port: MessagePort }): OpenedLane {
  const ring = newLaneRing();
  setImmediate(() => {
    const loop = new LaneLoop(ring, new FilterWork(ring, port));
    for (;;) loop.step();
  });
  return { threadId, ring: ring.words.buffer };
}

/** Answers calls as they come, and indexes wanted columns when none do. */
class FilterWork implements LaneWork {
  readonly #ring: LaneRing;
  readonly #port: MessagePort;
  readonly #filters = new Map<number, { readonly filter: ColumnFilter; readonly lane: number }>();
  #hasGarbage = false;

  constructor(ring: LaneRing, port: MessagePort) {
    this.#ring = ring;
    this.#port = port;
  }

  rest(): boolean {
    return this.#indexOne() || this.#collectGarbage();
  }

  answer(slot: number): void {
    const view = viewOf(this.#ring, slot);
    if (view === NO_VIEW) return;
    const scope = scopeOf(this.#ring, slot);
    if (scope === DETACH) {
      // The view may be one whose calls were all taken back: left there, its message would bring it in later.
      this.#takeMessages();
      this.#filters.delete(view);
      this.#hasGarbage = true;
      return;
    }
    if (!this.#filters.has(view)) this.#takeMessages();
    const { filter, lane } = this.#filters.get(view)!;
    const mask = maskOffset(filter.filterMemory, lane, slot);
    const predicates = predicatesOf(this.#ring, slot);
    putMatchCount(this.#ring, slot, filter.run(filter.filterMemory.scopes[scope], predicates, mask));
  }

  #takeMessages(): void {
    for (;;) {
      const received = receiveMessageOnPort(this.#port);
      if (received === undefined) return;
      const { view, lane, filterMemory } = received.message as AttachMessage;
      this.#filters.set(view, { filter: new ColumnFilter(filterMemory, lane), lane });
    }
  }

  /**
   * Frees the memory of views that ended; false when none has. A thread that sleeps allocates too little to collect by
   * itself, and would keep the snapshots of days gone by.
   */
  #collectGarbage(): boolean {
    if (!this.#hasGarbage) return false;
    this.#hasGarbage = false;
    collectGarbage();
    return true;
  }

  /** Builds one wanted index; false when none is wanted. */
  #indexOne(): boolean {
    for (const { filter } of this.#filters.values()) {
      if (!filter.index.hasWanted) continue;
      filter.index.buildNext();
      return true;
    }
    return false;
  }
}

/** V8 shows its collector only to contexts made while this flag is up. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  setFlagsFromString("--no-expose-gc");
  collect();
}
