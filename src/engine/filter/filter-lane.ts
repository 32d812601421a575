import type { Piscina } from "piscina";
import type { TerraceError } from "../../runtime/errors.ts";
import { type AttachedView, type BatchCall, type FilterTask, packCalls } from "./filter-batch.ts";
import { BATCH_CALLS, maskOffset } from "./filter-memory.ts";

/** A call that waits for a lane or is in one. */
export interface QueuedCall extends BatchCall {
  /** True once its caller has gone. */
  isGone: boolean;
  /** True when a worker died with it before. */
  isRetried: boolean;
  /** Takes the match count and the mask's offset; the mask may be overwritten as soon as this returns. */
  answered(count: number, mask: number): void;
  /** Evaluates in the calling thread, when no worker is up. */
  evaluate(): void;
  refuse(error: TerraceError): void;
}

/** The events of a lane. */
export interface LaneEvents {
  /** A batch was answered, the lane is free. */
  onFree(): void;
  /** The worker has ended, or threw: the lane is of no more use. */
  onEnd(lane: FilterLane, error: Error | undefined): void;
}

/** A worker thread of its own, which evaluates one batch of calls at a time. */
export class FilterLane {
  readonly number: number;
  readonly #thread: Piscina;
  readonly #events: LaneEvents;
  readonly #attached = new Set<AttachedView>();
  #calls: readonly QueuedCall[] = [];
  #error: Error | undefined;
  #isEnded = false;

  /** `thread` is a pool of one thread, with this lane's number as `workerData`. */
  constructor(number: number, thread: Piscina, events: LaneEvents) {
    this.number = number;
    this.#thread = thread;
    this.#events = events;
    thread.on("error", (error: Error) => {
      this.#error = error;
    });
    // Emitted before the error itself, if there is one.
    thread.on("workerDestroy", () => setImmediate(() => this.#end()));
  }

  /** Starts the thread; false when it cannot be had. */
  async start(): Promise<boolean> {
    let started: Promise<unknown>;
    try {
      started = this.#run({ attach: [], detach: [], calls: new Float64Array(0) });
    } catch (error) {
      // The system refused a thread. Piscina is left as it is: destroyed, it would reject a task that nobody awaits.
      this.#isEnded = true;
      this.#events.onEnd(this, error as Error);
      return false;
    }
    try {
      await started;
      return !this.#isEnded;
    } catch (error) {
      this.#error ??= error as Error;
      this.#end();
      return false;
    }
  }

  get isFree(): boolean {
    return this.#calls.length === 0;
  }

  /** Sends calls, at most BATCH_CALLS, to the free worker. */
  send(calls: readonly QueuedCall[]): void {
    if (calls.length > BATCH_CALLS)
      throw new RangeError(`${calls.length} calls in a batch of ${BATCH_CALLS}`);
    this.#calls = calls;
    const attach = new Set<AttachedView>();
    for (const { view } of calls) if (!this.#attached.has(view)) attach.add(view);
    for (const view of attach) this.#attached.add(view);
    this.#run({ attach: [...attach], detach: [], calls: packCalls(calls) }).then(
      (counts) => {
        if (this.#isEnded) return;
        this.#calls = [];
        for (const [place, call] of calls.entries()) {
          if (call.isGone) continue;
          call.answered(counts[place], maskOffset(call.view.filterMemory, this.number, place));
        }
        this.#events.onFree();
      },
      (error: Error) => {
        this.#error ??= error;
        this.#end();
      },
    );
  }

  /** Makes the worker release a view; resolves when it has, or has ended. */
  async detach(view: AttachedView): Promise<void> {
    if (!this.#attached.delete(view)) return;
    await this.#run({ attach: [], detach: [view.number], calls: new Float64Array(0) }).catch(() => {});
  }

  /** The calls that the ended worker did not answer. */
  takeCalls(): readonly QueuedCall[] {
    const calls = this.#calls;
    this.#calls = [];
    return calls;
  }

  async close(): Promise<void> {
    this.#isEnded = true;
    await this.#thread.destroy();
  }

  #run(task: FilterTask): Promise<Int32Array> {
    return this.#thread.run(task);
  }

  #end(): void {
    if (this.#isEnded) return;
    void this.close();
    this.#events.onEnd(this, this.#error);
  }
}
