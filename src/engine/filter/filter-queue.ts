import { TerraceError } from "../../runtime/errors.ts";
import type { AttachedView } from "./filter-batch.ts";
import type { FilterLane, QueuedCall } from "./filter-lane.ts";
import { BATCH_CALLS } from "./filter-memory.ts";
import { releaseClaims } from "./rank-index.ts";

/** Below this many calls a lane, waking another worker costs more than it gains. */
const LANE_SHARE = 16;

/** Calls that wait for a lane, and the lanes. The calls of one turn of the event loop are sent together. */
export class FilterQueue {
  readonly #maxWaiting: number;
  #waiting: QueuedCall[] = [];
  readonly #lanes: FilterLane[] = [];
  readonly #views = new Set<AttachedView>();
  #pending = 0;
  #isSending = false;
  #onDrained: (() => void) | undefined;
  #isClosed = false;

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** Calls and detachments that have begun and not ended. */
  get pending(): number {
    return this.#pending;
  }

  get hasLanes(): boolean {
    return this.#lanes.length > 0;
  }

  /** Why another call must be refused now, or undefined. */
  refusal(): TerraceError | undefined {
    if (this.#isClosed) return new TerraceError("unavailable", "the filter threads are stopping");
    if (this.#waiting.length < this.#maxWaiting) return undefined;
    return new TerraceError(
      "unavailable",
      `${this.#maxWaiting} filters are already waiting; try again shortly`,
    );
  }

  begin(): void {
    this.#pending++;
  }

  end(): void {
    if (--this.#pending === 0) this.#onDrained?.();
  }

  /** Adds a call; it is sent with all others of this turn of the event loop. */
  add(call: QueuedCall): void {
    this.#waiting.push(call);
    if (this.#isSending) return;
    this.#isSending = true;
    setImmediate(() => {
      this.#isSending = false;
      this.send();
    });
  }

  /** Forgets a call, in the queue or in a lane. */
  remove(call: QueuedCall): void {
    call.isGone = true;
    const at = this.#waiting.indexOf(call);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  addView(view: AttachedView): void {
    this.#views.add(view);
  }

  /** Makes every worker release the view's memory. */
  async removeView(view: AttachedView): Promise<void> {
    this.#views.delete(view);
    this.begin();
    await Promise.all(this.#lanes.map((lane) => lane.detach(view)));
    this.end();
  }

  addLane(lane: FilterLane): void {
    this.#lanes.push(lane);
    this.send();
  }

  /** Removes a lane whose worker has ended. Its calls are retried once in another. */
  removeLane(lane: FilterLane): void {
    const at = this.#lanes.indexOf(lane);
    if (at >= 0) this.#lanes.splice(at, 1);
    for (const view of this.#views) releaseClaims(view.filterMemory, lane.number);
    for (const call of lane.takeCalls()) {
      if (call.isGone) continue;
      if (call.isRetried) {
        call.refuse(new TerraceError("unavailable", "two filter threads ended during the call; try again"));
      } else {
        call.isRetried = true;
        this.#waiting.push(call);
      }
    }
    this.send();
  }

  /** Sends waiting calls to free lanes. */
  send(): void {
    if (this.#lanes.length === 0) {
      for (const call of this.#waiting.splice(0)) call.evaluate();
      return;
    }
    const free = this.#lanes.filter((lane) => lane.isFree);
    const share = Math.min(BATCH_CALLS, Math.max(LANE_SHARE, Math.ceil(this.#waiting.length / free.length)));
    for (const lane of free) {
      if (this.#waiting.length === 0) return;
      lane.send(this.#waiting.splice(0, share));
    }
  }

  /** Refuses more calls and resolves when those in flight have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#pending > 0) {
      await new Promise<void>((resolve) => {
        this.#onDrained = resolve;
      });
    }
    this.#lanes.length = 0;
  }
}
