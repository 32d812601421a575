import { TerraceError } from "../../runtime/errors.ts";
import type { AttachedView, FilterLane, LaneEntry } from "./filter-lane.ts";
import { DETACH } from "./lane-ring.ts";
import { releaseClaims } from "./rank-index.ts";

/** A call on its way through the queue and a lane. */
export interface QueuedCall extends LaneEntry {
  /** Where it is, once it has left the queue. */
  lane: FilterLane | undefined;
  slot: number;
  /** True once nobody waits for it any more. */
  isGone: boolean;
  /** True when a worker died with it before. */
  isRetried: boolean;
  /** Evaluates in the calling thread, where no worker is up. */
  evaluate(): void;
  refuse(error: TerraceError): void;
}

/** Below this many calls a lane, waking another worker costs more than it gains. */
const LANE_SHARE = 16;

/** Calls that wait for a lane, and the lanes. The calls of one turn of the event loop leave together. */
export class FilterQueue {
  readonly #maxWaiting: number;
  // No Set: one that fills and empties again and again leaves a chain of old tables that keeps its calls in memory.
  #waiting: QueuedCall[] = [];
  /** Calls among those waiting that are gone. */
  #gone = 0;
  readonly #lanes: FilterLane[] = [];
  readonly #views = new Set<AttachedView>();
  // Does nothing but keep the process alive, and that only while a call is under way.
  readonly #alive = setInterval(() => {}, 2 ** 31 - 1).unref();
  #pending = 0;
  /** Runs something when this turn of the event loop is over. */
  readonly #afterTurn: (run: () => void) => unknown;
  #isSending = false;
  #onDrained: (() => void) | undefined;
  #isClosed = false;

  constructor(maxWaiting: number, afterTurn: (run: () => void) => unknown = setImmediate) {
    this.#maxWaiting = maxWaiting;
    this.#afterTurn = afterTurn;
  }

  /** Calls and detachments that have begun and not ended. */
  get pending(): number {
    return this.#pending;
  }

  get hasLanes(): boolean {
    return this.#lanes.length > 0;
  }

  /** Why a further call must be refused now, or undefined. */
  refusal(): TerraceError | undefined {
    if (this.#isClosed) return new TerraceError("unavailable", "the filter threads are stopping");
    if (this.#waiting.length - this.#gone < this.#maxWaiting) return undefined;
    return new TerraceError(
      "unavailable",
      `${this.#maxWaiting} filters are already waiting; try again shortly`,
    );
  }

  begin(): void {
    if (this.#pending++ === 0) this.#alive.ref();
  }

  end(): void {
    if (--this.#pending > 0) return;
    this.#alive.unref();
    this.#onDrained?.();
  }

  /** Adds a call; it leaves with all others of this turn of the event loop. */
  add(call: QueuedCall): void {
    this.#waiting.push(call);
    if (this.#isSending) return;
    this.#isSending = true;
    this.#afterTurn(() => {
      this.#isSending = false;
      this.send();
    });
  }

  /** Forgets a call, wherever it is. */
  remove(call: QueuedCall): void {
    call.isGone = true;
    if (call.lane === undefined) this.#gone++;
    else call.lane.drop(call.slot);
  }

  addView(view: AttachedView): void {
    this.#views.add(view);
  }

  /** Makes every worker let the view's memory go. */
  async removeView(view: AttachedView): Promise<void> {
    this.#views.delete(view);
    this.begin();
    await Promise.all(this.#lanes.map((lane) => lane.detach(view)));
    this.end();
  }

  addLane(lane: FilterLane): void {
    this.#lanes.push(lane);
  }

  /** Takes a lane away whose worker has ended. Its calls go to another, those that were there before are refused. */
  removeLane(lane: FilterLane): void {
    this.#lanes.splice(this.#lanes.indexOf(lane), 1);
    for (const view of this.#views) releaseClaims(view.filterMemory, lane.number);
    for (const entry of lane.abandon()) {
      if (entry.scope === DETACH) {
        entry.answered(0, 0);
        continue;
      }
      const call = entry as QueuedCall;
      if (call.isRetried) {
        call.refuse(new TerraceError("unavailable", "two filter threads ended during the call; try again"));
      } else {
        call.isRetried = true;
        call.lane = undefined;
        this.#waiting.push(call);
      }
    }
    this.send();
  }

  /** Hands waiting calls to lanes that have room, each lane's share in one step. */
  send(): void {
    if (this.#waiting.length === 0) return;
    if (this.#lanes.length === 0) {
      const calls = this.#waiting;
      this.#waiting = [];
      this.#gone = 0;
      for (const call of calls) if (!call.isGone) call.evaluate();
      return;
    }
    const lanes =
      this.#lanes.length === 1 ? this.#lanes : this.#lanes.toSorted((a, b) => a.inFlight - b.inFlight);
    const share = Math.max(LANE_SHARE, Math.ceil(this.#waiting.length / lanes.length));
    let next = 0;
    for (const lane of lanes) {
      for (let left = share; left > 0 && next < this.#waiting.length && lane.hasRoom; next++) {
        const call = this.#waiting[next];
        if (call.isGone) {
          this.#gone--;
          continue;
        }
        call.lane = lane;
        call.slot = lane.put(call);
        left--;
      }
      lane.submit();
    }
    this.#waiting = this.#waiting.slice(next);
  }

  /** Refuses further calls and resolves when those under way have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#pending > 0) {
      await new Promise<void>((resolve) => {
        this.#onDrained = resolve;
      });
    }
    this.#lanes.length = 0;
    clearInterval(this.#alive);
  }
}
