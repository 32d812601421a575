import { abortError } from "../abort.ts";
import { TerraceError } from "../errors.ts";
import { type Waiter, WaitingLine } from "./waiting-line.ts";

/** A caller's deadline, with the clock to compare it to. */
export interface CallTime {
  /** Monotonic milliseconds. */
  now(): number;
  readonly endsAtMs: number;
}

export interface TaskTurn {
  /** Estimated nanoseconds; 0 for all tasks of a queue makes it first come, first served. */
  readonly cost: number;
  readonly signal?: AbortSignal | undefined;
  readonly time?: CallTime | undefined;
}

interface WaitingTask {
  readonly turn: TaskTurn;
  /** Virtual finish time: when the task would end if all waiting tasks shared fairly. */
  readonly endTag: number;
}

/** Initial estimate of milliseconds per nanosecond of cost, and the weight of each measured task in it. */
const FIRST_PACE = 1e-6;
const PACE_SHARE = 0.4;

/** Factor on the expected wait, as cheaper tasks may still overtake. */
const MARGIN = 1.5;

/**
 * Runs up to `places` tasks at a time, smallest virtual finish time first: a cheap call does not wait for all
 * expensive ones before it, and an expensive one is overtaken by at most its own cost. A caller whose
 * deadline cannot be met, or for whom the queue is full, is rejected at once, so that under overload it can
 * retry.
 */
export class CostQueue {
  readonly #maxWaiting: number;
  readonly #places: number;
  readonly #waiting = new WaitingLine<WaitingTask>();
  readonly #running = new Map<TaskTurn, number | undefined>();
  #virtualTime = 0;
  #pace = FIRST_PACE;
  #onIdle: (() => void) | undefined;

  constructor(maxWaiting: number, places = 1) {
    this.#maxWaiting = maxWaiting;
    this.#places = places;
  }

  get running(): number {
    return this.#running.size;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Resolves when the task may run; call `leave` when it has ended. */
  enter(turn: TaskTurn): Promise<void> {
    const { signal } = turn;
    if (signal?.aborted) return Promise.reject(abortError(signal));
    const endTag = this.#virtualTime + turn.cost;
    if (this.#running.size < this.#places) {
      this.#start(turn, endTag);
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#maxWaiting) {
      const message = `${this.#maxWaiting} calls are already waiting; try again shortly`;
      return Promise.reject(this.#refusal(message, this.#costBefore(Number.POSITIVE_INFINITY)));
    }
    const { time } = turn;
    if (time !== undefined) {
      const cost = this.#costBefore(endTag);
      const waitMs = cost * this.#pace;
      if (time.now() + waitMs * MARGIN + turn.cost * this.#pace > time.endsAtMs) {
        return Promise.reject(this.#refusal(lateMessage(waitMs), cost));
      }
    }
    return this.#waiting.add({ turn, endTag }, turn.cost, signal).turn;
  }

  /** Ends a task and starts the next. Its duration updates the estimate unless it did one-time work. */
  leave(isTypical = true, turn: TaskTurn = this.#running.keys().next().value!): void {
    const startedMs = this.#running.get(turn);
    this.#running.delete(turn);
    if (isTypical && startedMs !== undefined && turn.cost > 0) {
      const seen = (turn.time!.now() - startedMs) / turn.cost;
      this.#pace += (seen - this.#pace) * PACE_SHARE;
    }
    const next = this.#shedLate();
    if (next !== undefined) {
      this.#start(next.item.turn, next.item.endTag);
      next.admit();
    } else if (this.#running.size === 0) this.#onIdle?.();
  }

  /** Rejects waiting tasks whose deadlines the new estimate cannot meet. Returns the first other task. */
  #shedLate(): Waiter<WaitingTask> | undefined {
    let first: Waiter<WaitingTask> | undefined;
    let cost = 0;
    for (const waiter of [...this.#waiting].sort((a, b) => a.item.endTag - b.item.endTag)) {
      const { turn, endTag } = waiter.item;
      const waitMs = cost * this.#pace;
      const endMs = (cost + turn.cost) * this.#pace;
      if (turn.time !== undefined && turn.time.now() + endMs > turn.time.endsAtMs) {
        waiter.refuse(
          this.#refusal(lateMessage(waitMs), this.#costBefore(endTag) - turn.cost / this.#places),
        );
        continue;
      }
      first ??= waiter;
      cost += turn.cost;
    }
    return first;
  }

  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #start(turn: TaskTurn, endTag: number): void {
    this.#running.set(turn, turn.time?.now());
    // Later tasks get tags after the running one, so that no waiting task is overtaken forever.
    this.#virtualTime = Math.max(this.#virtualTime, endTag);
  }

  #costBefore(endTag: number): number {
    let cost = 0;
    for (const turn of this.#running.keys()) cost += turn.cost;
    for (const { item, weight } of this.#waiting) if (item.endTag <= endTag) cost += weight;
    return cost / this.#places;
  }

  #refusal(message: string, cost: number): TerraceError {
    if (cost === 0) return new TerraceError("unavailable", message);
    const retryAfterSeconds = Math.max(1, Math.ceil((cost * this.#pace) / 1000));
    return new TerraceError("unavailable", message, { retryAfterSeconds });
  }
}

function lateMessage(waitMs: number): string {
  return `the work before this call takes about ${Math.ceil(waitMs)} ms, which its deadline does not allow; try again later`;
}
